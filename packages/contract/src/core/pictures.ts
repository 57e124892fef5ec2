/** How many pictures a list takes that says nothing else. */
export const DEFAULT_MOST_PICTURES = 3
