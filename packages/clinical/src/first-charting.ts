/** What is called out at the first charting of somebody of 34: 20 findings. */
export const FIRST_CHARTING = [
  '18 x',
  '28 z',
  '38 z',
  '48 x',
  '16 mo c3',
  '17 o f',
  '26 g r',
  '36 r g',
  '45-47 br',
  '11 d f',
  '21 i b',
  '14 24 w',
  '37 od sc2',
  '31 41 l1',
  '35 q',
  '35 x/p',
]
