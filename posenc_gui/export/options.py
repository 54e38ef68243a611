"""How a picture is exported."""

from dataclasses import dataclass

from posenc_gui.engine.params import Choice, Record, param


@dataclass(frozen=True)
class PictureOptions(Record):
    """Size in pixels before scaling, the scale, and the theme."""

    width: int = param(1280, "Width", "Width of the picture.", unit="px", low=16, high=16_384, slider=(320, 3840))
    height: int = param(720, "Height", "Height of the picture.", unit="px", low=16, high=16_384, slider=(240, 2160))
    scale: float = param(1.0, "Scale", "Pixels per pixel of a PNG; 2 or 3 for print.", low=0.25, high=8)
    theme: str = param(
        "light", "Theme", "Colours of the picture.", choices=(Choice("light", "light"), Choice("dark", "dark"))
    )
