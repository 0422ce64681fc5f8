//! Which field a refusal is about.

/// A field of the forms about accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The name.
    Name,
    /// The e-mail address.
    Email,
    /// The password.
    Password,
    /// None of them.
    Form,
}

/// Where to say it.
pub fn place_of(code: &str) -> Place {
    match code {
        "name_taken" | "bad_name" => Place::Name,
        "email_taken" | "bad_email" => Place::Email,
        "weak_password" | "wrong_password" => Place::Password,
        _ => Place::Form,
    }
}
