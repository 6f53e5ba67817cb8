//! The window. It shows the picture at the largest whole scale that fits, in the middle, with sharp pixels.

use sdl2::VideoSubsystem;
use sdl2::rect::Rect;
use sdl2::render::{Texture, TextureCreator, WindowCanvas};
use sdl2::surface::SurfaceContext;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::{FullscreenType, WindowContext};

use crate::color::Color;
use crate::desktop::input::Input;
use crate::desktop::picture::{self, FORMAT, GlyphError, PIXEL, Picture, new_picture};
use crate::desktop::placement::{opening_size, placement, scaled};
use crate::desktop::repaint;
use crate::glyph_cache::{GlyphCache, TILE};
use crate::map::{MAP_WIDTH, Pos};
use crate::part::Part;
use crate::screen::{self, BACKGROUND, Frame};

/// Side of the window's icon, in pixels.
const ICON: u32 = 64;

/// Why there is no window, or nothing in it.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// SDL has no display that the player can see.
    #[error(
        "no display: {0}; start it on a desktop (with DISPLAY or WAYLAND_DISPLAY set), \
         or use 'roguelike shot' or 'roguelike trace'"
    )]
    NoDisplay(String),
    /// There is a display, but no window can be opened on it.
    #[error("cannot open a window: {0}; setting SDL_RENDER_DRIVER=software or SDL_VIDEODRIVER may help")]
    NoWindow(String),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// How a window begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// The scale, times the original's size. None for the largest whole scale that fits the screen.
    pub scale: Option<u32>,
    /// True for fullscreen.
    pub fullscreen: bool,
}

/// A window without contents, and a picture to show in it.
pub struct Canvases {
    window: WindowCanvas,
    picture: Picture,
}

/// What makes the textures of both canvases. Textures cannot outlive it.
pub struct TextureCreators {
    window: TextureCreator<WindowContext>,
    picture: TextureCreator<SurfaceContext<'static>>,
}

/// A window, and the picture of what it shows.
pub struct Window<'r> {
    canvas: WindowCanvas,
    /// The picture's pixels in the window's renderer.
    texture: Texture<'r>,
    picture: Picture,
    glyphs: GlyphCache<'r>,
    ttf: &'r Sdl2TtfContext,
    font: &'r [u8],
    /// What the picture shows; none before the first frame.
    shown: Option<Frame>,
}

impl Canvases {
    /// Opens a window for the screens of a part.
    ///
    /// # Errors
    /// If SDL cannot open it.
    pub fn open(
        video: &VideoSubsystem,
        part: Part,
        title: &str,
        opening: Opening,
    ) -> Result<Canvases, WindowError> {
        let picture = new_picture(screen::rows(part))?;
        let size = picture.surface().size();
        let (width, height) = video.display_usable_bounds(0).map_or(size, |screen| {
            let screen = (screen.width(), screen.height());
            opening.scale.map_or_else(|| opening_size(screen, size), |scale| scaled(screen, size, scale))
        });
        // An input method would keep letters to itself. The game needs keys and no text.
        video.text_input().stop();
        // The game waits for the player, so the screen may go dark.
        video.enable_screen_saver();
        let mut builder = video.window(title, width, height);
        builder.position_centered().resizable().allow_highdpi();
        if opening.fullscreen {
            builder.fullscreen_desktop();
        }
        let mut window = builder.build().map_err(no_window)?;
        // In a smaller window the text could not be read.
        window.set_minimum_size(size.0 / 2, size.1 / 2).map_err(no_window)?;
        video.sdl().mouse().show_cursor(!opening.fullscreen);
        // The window only copies and scales finished pixels, so the renderer that starts fastest is best.
        // SDL_RENDER_DRIVER chooses another.
        let window = window.into_canvas().software().build().map_err(no_window)?;
        Ok(Canvases { window, picture })
    }

    /// Returns what makes textures for these canvases.
    pub fn texture_creators(&self) -> TextureCreators {
        TextureCreators { window: self.window.texture_creator(), picture: self.picture.texture_creator() }
    }
}

/// SDL's sentence ends with a full stop, and ours goes on after it.
fn no_window(error: impl ToString) -> WindowError {
    WindowError::NoWindow(error.to_string().trim_end_matches('.').to_owned())
}

impl<'r> Window<'r> {
    /// Prepares a window to show frames in a font.
    ///
    /// # Errors
    /// If the font cannot be used or SDL fails.
    pub fn new(
        Canvases { window, picture }: Canvases,
        creators: &'r TextureCreators,
        ttf: &'r Sdl2TtfContext,
        font: &'r [u8],
    ) -> Result<Window<'r>, WindowError> {
        let glyphs = GlyphCache::new(ttf, &creators.picture, font).map_err(GlyphError::from)?;
        let (width, height) = picture.surface().size();
        let texture = creators.window.create_texture_streaming(FORMAT, width, height).map_err(no_window)?;
        Ok(Window { canvas: window, texture, picture, glyphs, ttf, font, shown: None })
    }

    /// Gives the window its icon.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn set_icon(&mut self) -> Result<(), WindowError> {
        let icon = picture::icon(self.ttf, self.font, ICON)?;
        self.canvas.window_mut().set_icon(icon);
        Ok(())
    }

    /// Shows a frame. Only what it changes is drawn.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn show(&mut self, frame: &Frame) -> Result<(), WindowError> {
        match &mut self.shown {
            Some(shown) => {
                for area in repaint::draw_changes(&mut self.glyphs, shown, frame, &mut self.picture)? {
                    upload(&self.picture, area, &mut self.texture)?;
                }
                shown.clone_from(frame);
            }
            None => {
                self.glyphs.draw(frame, &mut self.picture).map_err(GlyphError::from)?;
                upload_all(&self.picture, &mut self.texture)?;
                self.shown = Some(frame.clone());
            }
        }
        self.present()
    }

    /// Copies the picture to the window, scaled to the window's size.
    fn present(&mut self) -> Result<(), WindowError> {
        let sdl = |error| WindowError::Glyphs(GlyphError::draw(error));
        let (target, mode) =
            placement(self.canvas.output_size().map_err(sdl)?, self.picture.surface().size());
        let Color(r, g, b) = BACKGROUND;
        self.canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        self.canvas.clear();
        self.texture.set_scale_mode(mode);
        self.canvas.copy(&self.texture, None, target).map_err(sdl)?;
        self.canvas.present();
        Ok(())
    }

    /// Returns the input with the tile that the mouse is over in place of pixels. Other inputs stay as they
    /// are.
    pub fn locate(&self, input: Input) -> Input {
        match input {
            Input::MouseAt(x, y) => Input::Hover(self.tile_at(x, y)),
            Input::MousePressed(x, y) => self.tile_at(x, y).map_or(Input::Hover(None), Input::Click),
            input => input,
        }
    }

    /// Returns the tile at a point of the window, which SDL counts in the window's own units.
    fn tile_at(&self, x: i32, y: i32) -> Option<Pos> {
        let (width, height) = self.canvas.window().size();
        let (output, size) = (self.canvas.output_size().ok()?, self.picture.surface().size());
        let x = i64::from(x) * i64::from(output.0) / i64::from(width.max(1));
        let y = i64::from(y) * i64::from(output.1) / i64::from(height.max(1));
        let (target, _) = placement(output, size);
        let column = (x - i64::from(target.x())) * i64::from(MAP_WIDTH);
        let row = (y - i64::from(target.y())) * i64::from(size.1) / i64::from(TILE);
        let tile = Pos::new(
            column.div_euclid(i64::from(target.width())) as i32,
            row.div_euclid(i64::from(target.height())) as i32,
        );
        let inside = (0..MAP_WIDTH).contains(&tile.x) && tile.y >= 0 && tile.y * TILE < size.1 as i32;
        inside.then_some(tile)
    }

    /// Copies everything to the window's renderer again, after it lost its textures.
    ///
    /// # Errors
    /// If SDL fails.
    pub fn restore(&mut self) -> Result<(), WindowError> {
        upload_all(&self.picture, &mut self.texture)?;
        self.present()
    }

    /// Sets the title, unless the window has it already.
    pub fn set_title(&mut self, title: &str) {
        let window = self.canvas.window_mut();
        if window.title() != title {
            // SDL refuses only titles with a NUL byte, and no title has one.
            window.set_title(title).ok();
        }
    }

    /// Returns true in fullscreen.
    pub fn is_fullscreen(&self) -> bool {
        self.canvas.window().fullscreen_state() != FullscreenType::Off
    }

    /// Switches to fullscreen or back. In fullscreen the mouse pointer is hidden.
    ///
    /// # Errors
    /// If SDL fails.
    pub fn toggle_fullscreen(&mut self) -> Result<(), WindowError> {
        let fill = !self.is_fullscreen();
        let window = self.canvas.window_mut();
        window.subsystem().sdl().mouse().show_cursor(!fill);
        let next = if fill { FullscreenType::Desktop } else { FullscreenType::Off };
        window.set_fullscreen(next).map_err(WindowError::NoWindow)
    }

    /// Returns what the window shows, at the original's size.
    pub const fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// On X11, SDL wakes itself with messages to the window, over a second connection to the server. If the
/// server sees the end of the window before such a message, Xlib ends the program with BadWindow. So the
/// server is asked something before the end. It answers a question only after it has read what other
/// connections sent before. The first question may have been read together with earlier ones, so there are
/// several.
impl Drop for Window<'_> {
    fn drop(&mut self) {
        const QUESTIONS: u32 = 4;
        for _ in 0..QUESTIONS {
            // The answer does not matter.
            self.canvas.window().border_size().ok();
        }
    }
}

/// Copies the whole picture to the window's renderer.
fn upload_all(picture: &Picture, texture: &mut Texture) -> Result<(), WindowError> {
    let (width, height) = picture.surface().size();
    upload(picture, Rect::new(0, 0, width, height), texture)
}

/// Copies an area of the picture to the window's renderer.
fn upload(picture: &Picture, area: Rect, texture: &mut Texture) -> Result<(), WindowError> {
    let surface = picture.surface();
    let (width, height) = surface.size();
    let Some(area) = area.intersection(Rect::new(0, 0, width, height)) else { return Ok(()) };
    let pitch = surface.pitch() as usize;
    let offset = area.y().unsigned_abs() as usize * pitch + area.x().unsigned_abs() as usize * PIXEL;
    let pixels = surface.without_lock().and_then(|pixels| pixels.get(offset..)).unwrap_or_default();
    texture.update(area, pixels, pitch).map_err(|error| WindowError::Glyphs(GlyphError::draw(error)))
}
