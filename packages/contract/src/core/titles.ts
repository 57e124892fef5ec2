/** Professional titles that a person may be certified with. */
export const TITLES = [
  '主任医师',
  '副主任医师',
  '主治医师',
  '住院医师',
  '执业医师',
  '执业助理医师',
  '主任护师',
  '副主任护师',
  '主管护师',
  '护师',
  '护士',
  '技师',
  '其他',
] as const
