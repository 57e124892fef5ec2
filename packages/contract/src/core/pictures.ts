/** Where a picture is read: this and its id, with the token in the header. Without zod, so that sign-in stays light. */
export const PICTURE_PREFIX = '/sms-api/picture/'

/** How many pictures a list takes that says nothing else. */
export const DEFAULT_MOST_PICTURES = 3
