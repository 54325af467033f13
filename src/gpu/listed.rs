//! Enums whose values can be listed: they number buffers, queues and kernels.

/// Makes an enum whose values are counted from 0, with the list of all its values.
macro_rules! listed {
    ($(#[$of:meta])* $vis:vis enum $name:ident { $($(#[$of_value:meta])* $value:ident,)* }) => {
        $(#[$of])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $name { $($(#[$of_value])* $value,)* }

        impl $name {
            /// All values, in order.
            $vis const ALL: &[$name] = &[$($name::$value),*];
        }
    };
}
