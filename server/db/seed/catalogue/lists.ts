/** Chinese public holidays: closed days and the working days in exchange, 2026 as published; 2027 the fixed dates only. */
export const holidays: readonly { name: string; from: string; days: number; workdays: readonly string[] }[] = [
  { name: '元旦', from: '2026-01-01', days: 3, workdays: ['2026-01-04'] },
  { name: '春节', from: '2026-02-15', days: 9, workdays: ['2026-02-14', '2026-02-28'] },
  { name: '清明节', from: '2026-04-04', days: 3, workdays: [] },
  { name: '劳动节', from: '2026-05-01', days: 5, workdays: ['2026-05-09'] },
  { name: '端午节', from: '2026-06-19', days: 3, workdays: [] },
  { name: '中秋节', from: '2026-09-25', days: 3, workdays: [] },
  { name: '国庆节', from: '2026-10-01', days: 7, workdays: ['2026-09-20', '2026-10-10'] },
  { name: '元旦', from: '2027-01-01', days: 1, workdays: [] },
  { name: '劳动节', from: '2027-05-01', days: 2, workdays: [] },
  { name: '国庆节', from: '2027-10-01', days: 3, workdays: [] },
]

export const allergies: readonly (readonly [text: string, weight: number])[] = [
  ['青霉素', 40],
  ['头孢类', 22],
  ['磺胺类', 10],
  ['阿司匹林', 6],
  ['碘', 4],
  ['利多卡因', 2],
  ['乳胶', 4],
  ['海鲜', 8],
  ['花粉、尘螨', 4],
]
