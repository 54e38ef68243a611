"""The style sheet that all widgets share; `style` fills in the colours and sizes of a theme."""

from string import Template

SHEET = Template(
    """
QWidget { color: $text; font-family: "$family"; font-size: $body; }
QMainWindow, QDialog, QMessageBox { background: $panel; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QLabel { background: transparent; }
QLabel[heading="true"] { color: $secondary; font-size: $small; font-weight: 600; padding-top: 6px; }
QLabel[role="title"] { font-weight: 600; }
QLabel[role="caption"] { color: $secondary; }
QLabel[role="notice"] { background: $ground; }
QFrame[role="popup"] { background: $panel; border: 1px solid $border; border-radius: $radius; }
QLabel#messages\\.text[state="info"] { color: $secondary; }
QLabel[state="error"] { color: $error; }
QLabel#messages\\.text[long="true"] { font-size: $small; }
QLabel#messages\\.sign { background: $error; color: $ground; border-radius: 8px; font-weight: 600; }

QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: $field; color: $text; border: 1px solid $border; border-radius: $radius;
    selection-background-color: $accent; selection-color: $accent_text;
}
QLineEdit, QComboBox { padding: 3px 7px; }
QLineEdit#readout { background: transparent; border: none; border-radius: 0; padding: 0; }
QAbstractSpinBox { padding: 3px 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: $secondary; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid $accent; }
QLineEdit:focus, QComboBox:focus { padding: 2px 6px; }
QAbstractSpinBox:focus { padding: 2px 0; }
QLineEdit[error="true"] { border: 2px solid $error; padding: 2px 6px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $faint; background: $panel; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down {
    subcontrol-origin: padding; subcontrol-position: center right; width: 20px; border: none; background: transparent;
}
QComboBox::down-arrow { image: url("$arrow"); width: 16px; height: 16px; }
QComboBox QAbstractItemView {
    background: $field; color: $text; border: 1px solid $border; padding: 4px; outline: none;
    selection-background-color: $hover; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 8px; border-radius: $small_radius; color: $text; }
QComboBox QAbstractItemView::item:selected { background: $pressed; color: $text; }

QSlider { min-height: 20px; background: transparent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $groove; }
QSlider::sub-page:horizontal { border-radius: 2px; background: $secondary; }
QSlider::add-page:horizontal { border-radius: 2px; background: $groove; }
QSlider::handle:horizontal {
    width: 12px; height: 12px; margin: -5px 0; border-radius: 7px; background: $secondary; border: 1px solid $panel;
}
QSlider::handle:horizontal:hover { background: $text; }
QSlider:focus { border: 2px solid $accent; border-radius: $radius; }
QSlider[idea="position"]::handle:horizontal, QSlider[idea="position"]::sub-page:horizontal { background: $position; }
QSlider[idea="pair"]::handle:horizontal, QSlider[idea="pair"]::sub-page:horizontal { background: $pair; }
QSlider[idea="offset"]::handle:horizontal { background: $offset; }
QSlider[idea="offset"]::sub-page:horizontal { background: $groove; }
QSlider::handle:horizontal:disabled { background: $faint; }

QCheckBox, QRadioButton { spacing: 8px; padding: 2px; border: 2px solid transparent; border-radius: $radius; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 14px; height: 14px; border: 1px solid $secondary; border-radius: $small_radius; background: $field;
}
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked, QRadioButton::indicator:checked { background: $accent; border-color: $accent; }
QCheckBox::indicator:checked { image: url("$check"); }

QPushButton, QToolButton {
    background: transparent; color: $text; border: 2px solid transparent; border-radius: $radius; padding: 2px 4px;
}
QPushButton { background: $field; border: 1px solid $border; padding: 4px 12px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $pressed; }
QToolButton:checked { background: $pressed; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; }
QPushButton:focus { padding: 3px 11px; }
QPushButton:default { border-color: $accent; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:disabled, QToolButton:disabled { color: $faint; }
QToolButton#form\\.more { color: $secondary; font-size: $small; font-weight: 600; padding: 2px 4px 2px 0; }
QToolButton#form\\.more:checked { background: transparent; }
QToolButton#form\\.more:hover { color: $text; background: transparent; }
QToolButton::menu-indicator { image: none; }

QMenuBar { background: $panel; color: $text; border: none; padding: 2px 4px; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: $small_radius; }
QMenuBar::item:selected { background: $hover; }
QMenuBar::item:pressed { background: $pressed; }
QMenu { background: $field; color: $text; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 28px; border-radius: $small_radius; }
QMenu::item:selected { background: $pressed; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $grid; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 8px; border-radius: $small_radius; }
QMenu::indicator:non-exclusive:unchecked, QMenu::indicator:exclusive:unchecked { border: 1px solid $border; }
QMenu::indicator:checked { background: $accent; border: 1px solid $accent; image: url("$check"); }
QToolTip { background: $field; color: $text; border: 1px solid $border; padding: 4px 8px; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 8px; }
QScrollBar:horizontal { height: 8px; }
QScrollBar::handle { background: $border; border-radius: 3px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $secondary; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: $groove; border: none; border-radius: 2px; max-height: 4px; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QSplitter::handle { background: transparent; }
QTableView, QTreeView, QListView {
    background: $field; color: $text; border: 1px solid $border; border-radius: $radius; gridline-color: $grid;
    selection-background-color: $pressed; selection-color: $text;
}
QHeaderView::section { background: $panel; color: $secondary; border: none; padding: 4px 8px; }
"""
)
