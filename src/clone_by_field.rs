//! Clones that reuse memory.
//!
//! A derived `clone_from` drops the old value and makes a new one. For a table of many bodies that means new memory for
//! every column, and most of the time goes into mapping its pages. The clones here copy each column into the memory that is
//! already there.

/// Implements `Clone` for a type with these fields, which must be all of them. `clone_from` clones each field into the old
/// one.
macro_rules! clone_by_field {
    ($type:ident $(<$of:ident>)? { $($field:ident),* $(,)? }) => {
        impl $(<$of: Clone>)? Clone for $type $(<$of>)? {
            fn clone(&self) -> Self {
                let $type { $($field),* } = self;
                $type { $($field: $field.clone()),* }
            }

            fn clone_from(&mut self, other: &Self) {
                let $type { $($field),* } = other;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}

pub(crate) use clone_by_field;
