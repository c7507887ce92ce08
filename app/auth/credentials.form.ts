import { z } from "zod";

/** spec.md section 5, sign-in. */
export const signInForm = z.object({
  email: z
    .string({ error: "Invalid email address" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email address")),
  password: z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .max(256, "Password is too long"),
});

/** spec.md section 5, sign-up, with the usernames and passwords of product.md section 7. */
export const signUpForm = z.object({
  fullName: z
    .string({ error: "Full name is required" })
    .trim()
    .min(2, "Full name is required")
    .max(100, "Full name must be at most 100 characters"),
  username: z
    .string({ error: "Username must be at least 3 characters" })
    .trim()
    .toLowerCase()
    .min(3, "Username must be at least 3 characters")
    .max(30, "Username must be at most 30 characters")
    .regex(/^[a-z0-9_.-]*$/, "Username may have letters, numbers, hyphens, underscores and dots")
    .refine((name) => !/^\.|\.$|\.\.|\.data$/.test(name), "A dot may stand only between other characters"),
  email: z
    .string({ error: "Invalid email address" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email address").max(254, "Invalid email address")),
  password: z
    .string({ error: "Password must be at least 6 characters" })
    .min(6, "Password must be at least 6 characters")
    .max(256, "Password must be at most 256 characters"),
});

export type SignUp = z.output<typeof signUpForm>;
