namespace Kasuri
{
    /// <summary>Mathematics that is the same on every machine: for all that moves a body in a replay or over a network.
    /// `Math.Sin` differs from machine to machine.</summary>
    public static unsafe class Det
    {
        /// <summary>Returns the sine of an angle in radians.</summary>
        public static double Sin(double angle)
        {
            double sine;
            Library.Check(Native.kasuri_det_sin(angle, &sine));
            return sine;
        }

        /// <summary>Returns the cosine of an angle in radians.</summary>
        public static double Cos(double angle)
        {
            double cosine;
            Library.Check(Native.kasuri_det_cos(angle, &cosine));
            return cosine;
        }

        /// <summary>Returns the angle of the point (x, y), from -pi to pi.</summary>
        public static double Atan2(double y, double x)
        {
            double angle;
            Library.Check(Native.kasuri_det_atan2(y, x, &angle));
            return angle;
        }

        /// <summary>Returns the square root, correctly rounded.</summary>
        public static double Sqrt(double x)
        {
            double root;
            Library.Check(Native.kasuri_det_sqrt(x, &root));
            return root;
        }

        /// <summary>Returns the length of the vector (x, y).</summary>
        public static double Hypot(double x, double y)
        {
            double length;
            Library.Check(Native.kasuri_det_hypot(x, y, &length));
            return length;
        }

        /// <summary>Returns 2 to the power of `x`.</summary>
        public static double Exp2(double x)
        {
            double power;
            Library.Check(Native.kasuri_det_exp2(x, &power));
            return power;
        }

        /// <summary>Returns a vector that is turned by an angle in radians, as bodies turn.</summary>
        public static Vec2 Rotate(Vec2 v, double angle)
        {
            Vec2 rotated;
            Library.Check(Native.kasuri_det_rotate(v, angle, &rotated));
            return rotated;
        }

        /// <summary>Returns a position that is moved towards a target by at most `most`.</summary>
        public static Vec2 MoveTowards(Vec2 at, Vec2 target, double most)
        {
            Vec2 moved;
            Library.Check(Native.kasuri_det_move_towards(at, target, most, &moved));
            return moved;
        }

        /// <summary>Returns a vector that is turned towards a direction by at most `most` radians.</summary>
        public static Vec2 TurnTowards(Vec2 v, Vec2 direction, double most)
        {
            Vec2 turned;
            Library.Check(Native.kasuri_det_turn_towards(v, direction, most, &turned));
            return turned;
        }
    }

    public unsafe partial struct RandomStream
    {
        /// <summary>The stream of random numbers of a seed. Each draw changes the struct, so keep it in a variable that is
        /// not readonly.</summary>
        public RandomStream(ulong seed)
        {
            Key = seed;
            Drawn = 0;
        }

        /// <summary>Returns a stream of its own for a step, a wave or a body. It depends on the key and the name, not on how
        /// many numbers were drawn.</summary>
        public RandomStream Split(ulong name)
        {
            RandomStream split;
            fixed (RandomStream* self = &this) Library.Check(Native.kasuri_random_split(self, name, &split));
            return split;
        }

        /// <summary>Draws 64 random bits.</summary>
        public ulong Bits()
        {
            ulong number;
            fixed (RandomStream* self = &this) Library.Check(Native.kasuri_random_bits(self, &number));
            return number;
        }

        /// <summary>Draws a whole number from 0 to n - 1; 0 if n is 0.</summary>
        public uint Below(uint n)
        {
            uint number;
            fixed (RandomStream* self = &this) Library.Check(Native.kasuri_random_below(self, n, &number));
            return number;
        }

        /// <summary>Draws a number from `least` to `most`.</summary>
        public double Between(double least, double most)
        {
            double number;
            fixed (RandomStream* self = &this) Library.Check(Native.kasuri_random_between(self, least, most, &number));
            return number;
        }
    }
}
