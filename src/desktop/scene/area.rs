//! Rectangles in pixels, and how they are divided.

/// A rectangle in pixels of the window. One without width or height is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Area {
    /// A rectangle whose upper left corner is at `x`, `y`. A negative length counts as 0.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Area {
        Area { x, y, w: if w < 0 { 0 } else { w }, h: if h < 0 { 0 } else { h } }
    }

    /// The first column to the right of it.
    pub const fn right(self) -> i32 {
        self.x + self.w
    }

    /// The first row below it.
    pub const fn bottom(self) -> i32 {
        self.y + self.h
    }

    /// The row in its middle.
    pub const fn middle(self) -> i32 {
        self.y + self.h / 2
    }

    /// The column in its middle.
    pub const fn centre(self) -> i32 {
        self.x + self.w / 2
    }

    /// Returns true if its width or its height is 0.
    pub const fn is_empty(self) -> bool {
        self.w == 0 || self.h == 0
    }

    /// Returns true if it has this pixel.
    pub const fn contains(self, (x, y): (i32, i32)) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }

    /// Returns the pixels that both have.
    pub fn intersection(self, other: Area) -> Area {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        Area::new(x, y, self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y)
    }

    /// Returns the smallest rectangle around both.
    pub fn union(self, other: Area) -> Area {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => {
                let (x, y) = (self.x.min(other.x), self.y.min(other.y));
                Area::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
            }
        }
    }

    /// Returns the rectangle without a margin on all sides.
    pub const fn inset(self, margin: i32) -> Area {
        Area::new(self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin)
    }

    /// Returns the four sides of a line around it, inside of it.
    pub const fn sides(self, line: i32) -> [Area; 4] {
        let Area { x, y, w, h } = self;
        [
            Area::new(x, y, w, line),
            Area::new(x, y + h - line, w, line),
            Area::new(x, y + line, line, h - 2 * line),
            Area::new(x + w - line, y + line, line, h - 2 * line),
        ]
    }

    /// Returns a rectangle of this size in the middle of it.
    pub const fn centred(self, w: i32, h: i32) -> Area {
        Area::new(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)
    }

    /// Cuts off the left part with this width. Returns both parts.
    pub fn cut_left(self, w: i32) -> (Area, Area) {
        let w = w.clamp(0, self.w);
        (Area { w, ..self }, Area { x: self.x + w, w: self.w - w, ..self })
    }

    /// Cuts off the upper part with this height. Returns both parts.
    pub fn cut_top(self, h: i32) -> (Area, Area) {
        let h = h.clamp(0, self.h);
        (Area { h, ..self }, Area { y: self.y + h, h: self.h - h, ..self })
    }
}
