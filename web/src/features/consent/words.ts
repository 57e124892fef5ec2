/** 0 male, 1 female, 2 not known. */
export const genderWord = (gender: number): string => ['男', '女'][gender] ?? ''
