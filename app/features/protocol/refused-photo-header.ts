/** Why a photo was refused, as URL-encoded JSON of its `FieldError`. */
export const REFUSED_PHOTO_HEADER = 'photo-refused'
