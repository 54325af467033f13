//! The half-axes of rotated boxes, column by column: in 16 bits as long as all fit, which is a third less to read.

/// The x or y of a half-axis.
pub(super) trait Half: Copy + Into<f64> + Into<i32> + Send + Sync {}

impl Half for i16 {}
impl Half for i32 {}

/// The x and y of both half-axes of boxes.
#[derive(Debug, Clone)]
pub(super) enum Halves {
    /// Half-axes below 128 px.
    Short([Vec<i16>; 4]),
    Long([Vec<i32>; 4]),
}

impl Default for Halves {
    fn default() -> Halves {
        Halves::Short(Default::default())
    }
}

impl Halves {
    pub(super) fn push(&mut self, halves: [i32; 4]) {
        if let Halves::Short(columns) = self {
            if let [Ok(a), Ok(b), Ok(c), Ok(d)] = halves.map(i16::try_from) {
                columns.iter_mut().zip([a, b, c, d]).for_each(|(column, x)| column.push(x));
                return;
            }
            let longer = |column: &Vec<i16>| column.iter().copied().map(i32::from).collect();
            *self = Halves::Long(columns.each_ref().map(longer));
        }
        if let Halves::Long(columns) = self {
            columns.iter_mut().zip(halves).for_each(|(column, x)| column.push(x));
        }
    }

    pub(super) fn get(&self, k: usize) -> [i32; 4] {
        match self {
            Halves::Short(columns) => columns.each_ref().map(|column| column[k].into()),
            Halves::Long(columns) => columns.each_ref().map(|column| column[k]),
        }
    }
}
