/** Papers on which a record and a receipt may be printed. Without zod, so that a light page may have them. */
export const recordPapers = { a4: 'A4', a5: 'A5', '16k': '16K' } as const
export const receiptPapers = { a5: 'A5', 'a5-landscape': 'A5 横向', a4: 'A4', '80': '80 mm 小票' } as const
/** How teeth are written on records and plans: the cross with roman deciduous teeth, two digits, or 1–32 and A–T. */
export const recordNotations = {
  cross: '十字牙位',
  palmer: '十字牙位，乳牙 A–E',
  fdi: 'FDI 两位数',
  universal: '通用编号 1–32、A–T',
} as const
export type RecordNotation = keyof typeof recordNotations
/** Is a tooth written by its place in a cross? */
export const isCross = (notation: RecordNotation): notation is 'cross' | 'palmer' =>
  notation === 'cross' || notation === 'palmer'
export type RecordPaper = keyof typeof recordPapers
export type ReceiptPaper = keyof typeof receiptPapers
