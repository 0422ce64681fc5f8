//! Rectangles on the board and the running sums that count things inside them.
//!
//! The gunner looks at every place of every ship before each shot, so it works with cell numbers and rectangles
//! rather than with lists of cells.

/// A ship where it lies, or the stretch of water around it. Bounds are inclusive and may lie outside the board, so
/// that growing a rectangle by one cell needs no special case at the rim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub(super) top: i32,
    pub(super) left: i32,
    pub(super) bottom: i32,
    pub(super) right: i32,
}

impl Rect {
    /// A ship with its first cell in this row and column.
    pub(super) const fn ship(row: usize, column: usize, size: usize, vertical: bool) -> Self {
        let (top, left, reach) = (row as i32, column as i32, size as i32 - 1);
        let (down, across) = if vertical { (reach, 0) } else { (0, reach) };
        Self { top, left, bottom: top + down, right: left + across }
    }

    /// With so many cells more on every side.
    pub(super) const fn grown(self, by: i32) -> Self {
        Self { top: self.top - by, left: self.left - by, bottom: self.bottom + by, right: self.right + by }
    }

    /// The part that lies on a board of this size; perhaps nothing.
    pub(super) fn clipped(self, width: usize, height: usize) -> Self {
        Self {
            top: self.top.max(0),
            left: self.left.max(0),
            bottom: self.bottom.min(height as i32 - 1),
            right: self.right.min(width as i32 - 1),
        }
    }

    /// Whether the two share a cell.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.top <= other.bottom && other.top <= self.bottom && self.left <= other.right && other.left <= self.right
    }

    /// Visits the cells of a rectangle that lies on a board of this width, by number.
    pub(super) fn for_each_cell(self, width: usize, mut visit: impl FnMut(usize)) {
        for row in self.top..=self.bottom {
            let line = row as usize * width;
            for column in self.left..=self.right {
                visit(line + column as usize);
            }
        }
    }
}

/// Two-dimensional running sums: the total over any rectangle in four reads.
#[derive(Default)]
pub(super) struct RunningSums {
    width: usize,
    height: usize,
    sums: Vec<i32>,
}

impl RunningSums {
    /// Sums up `value` over the cells of a board.
    pub(super) fn rebuild(&mut self, width: usize, height: usize, value: impl Fn(usize) -> i32) {
        (self.width, self.height) = (width, height);
        let stride = width + 1;
        self.sums.clear();
        self.sums.resize(stride * (height + 1), 0);
        for row in 0..height {
            let mut line = 0;
            for column in 0..width {
                line += value(row * width + column);
                let here = (row + 1) * stride + column + 1;
                self.sums[here] = self.sums[here - stride] + line;
            }
        }
    }

    /// The total over the part of `area` that lies on the board.
    pub(super) fn within(&self, area: Rect) -> i32 {
        let Rect { top, left, bottom, right } = area.clipped(self.width, self.height);
        if top > bottom || left > right {
            return 0;
        }
        let stride = self.width as i32 + 1;
        let at = |row: i32, column: i32| self.sums[(row * stride + column) as usize];
        at(bottom + 1, right + 1) - at(top, right + 1) - at(bottom + 1, left) + at(top, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_agree_with_counting() {
        let (width, height) = (4, 3);
        let value = |at: usize| (at * at % 7) as i32;
        let mut sums = RunningSums::default();
        sums.rebuild(width, height, value);
        for (top, left) in (-2..5).flat_map(|top| (-2..6).map(move |left| (top, left))) {
            for (bottom, right) in (top..5).flat_map(|bottom| (left..6).map(move |right| (bottom, right))) {
                let area = Rect { top, left, bottom, right };
                let mut expected = 0;
                area.clipped(width, height).for_each_cell(width, |at| expected += value(at));
                assert_eq!(sums.within(area), expected, "{area:?}");
            }
        }
    }
}
