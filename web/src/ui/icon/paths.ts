const n = (value: number) => String(Math.round(value * 100) / 100)

/** A rounded rectangle as path data. */
const box = (x: number, y: number, w: number, h: number, r = 1.5) =>
  `M${x + r} ${y}h${n(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${n(h - 2 * r)}a${r} ${r} 0 0 1-${r} ${r}h-${n(w - 2 * r)}a${r} ${r} 0 0 1-${r}-${r}v-${n(h - 2 * r)}a${r} ${r} 0 0 1 ${r}-${r}z`

/** A circle as path data. */
const ring = (cx: number, cy: number, r: number) =>
  `M${n(cx - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`

/** A dot: a stroke of no length with round ends. */
const dot = (x: number, y: number) => `M${x} ${y}h.01`

/** A cube seen from its corner. */
const cube = (cx: number, cy: number, r: number) => {
  const half = r * 0.87
  const at = (x: number, y: number) => `${n(cx + x)} ${n(cy + y)}`
  return (
    `M${at(0, -r)}L${at(half, -r / 2)}L${at(half, r / 2)}L${at(0, r)}L${at(-half, r / 2)}L${at(-half, -r / 2)}z` +
    `M${at(-half, -r / 2)}L${at(0, 0)}L${at(half, -r / 2)}M${at(0, 0)}L${at(0, r)}`
  )
}

/** A gear outline of eight teeth. */
const gear = () => {
  const points: string[] = []
  for (let tooth = 0; tooth < 8; tooth += 1) {
    const middle = (tooth * Math.PI) / 4
    for (const [turn, radius] of [
      [-0.27, 7],
      [-0.15, 9.2],
      [0.15, 9.2],
      [0.27, 7],
    ] as const)
      points.push(`${n(12 + radius * Math.sin(middle + turn))} ${n(12 - radius * Math.cos(middle + turn))}`)
  }
  return `M${points.join('L')}z`
}

const calendar = box(4, 5, 16, 15.5, 2) + 'M8 3v4M16 3v4M4 10.5h16'
const page = 'M14 3v4a1 1 0 0 0 1 1h4M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2z'
const person = ring(9.5, 7.5, 3.5) + 'M3.5 20v-1.5A4.5 4.5 0 0 1 8 14h3a4.5 4.5 0 0 1 4.5 4.5V20'
const handset =
  'M4.5 4h3.8l1.9 4.6-2.4 1.7a12 12 0 0 0 5.9 5.9l1.7-2.4L20 15.7v3.8a1.5 1.5 0 0 1-1.5 1.5C10.2 21 3 13.8 3 5.5A1.5 1.5 0 0 1 4.5 4z'
const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM9.8 20.5a2.4 2.4 0 0 0 4.4 0'
const bubble = 'M6 4h12a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-4.5 3.5V17H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z'
const heart = 'M12 20l-7.6-7.7A4.8 4.8 0 0 1 11.2 5.6l.8.8.8-.8a4.8 4.8 0 0 1 6.8 6.7z'
const frame = ring(12, 12, 9)
const shield = 'M12 3l7.5 2.8v5.7c0 4.6-3 7.8-7.5 9.5-4.5-1.7-7.5-4.9-7.5-9.5V5.8z'
const wallet =
  'M18 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0 0 4h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6M20 12h-4a2 2 0 0 0 0 4h4'

/** Path data of the line icons on a 24 grid, drawn for this product. */
export const iconPaths = {
  today: box(4, 4, 6, 6) + box(14, 4, 6, 6) + box(4, 14, 6, 6) + box(14, 14, 6, 6),
  calendar: calendar + dot(8, 14) + dot(12, 14) + dot(16, 14) + dot(8, 17) + dot(12, 17) + dot(16, 17),
  'calendar-plus':
    'M12.5 20.5H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5.5M8 3v4M16 3v4M4 10.5h16M16 19h6M19 16v6',
  'calendar-clock':
    'M11 20.5H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v3.5M8 3v4M16 3v4M4 10.5h7' +
    ring(17, 17, 4.5) +
    'M17 14.8V17l1.5 1',
  'calendar-x':
    'M12.5 20.5H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5.5M8 3v4M16 3v4M4 10.5h16M17 17l4 4M21 17l-4 4',
  'calendar-check': calendar + 'M9 15.5l2 2 4-4',
  user: ring(12, 7.5, 3.5) + 'M6 20v-1.5a4.5 4.5 0 0 1 4.5-4.5h3a4.5 4.5 0 0 1 4.5 4.5V20',
  users: person + 'M15.5 4.3a3.5 3.5 0 0 1 0 6.4M18 14.3a4.5 4.5 0 0 1 3 4.2V20',
  'user-plus': person + 'M16.5 10.5h5M19 8v5',
  'user-check': person + 'M16 11l2 2 3.5-3.5',
  file: page + 'M9 9.5h1.5M9 13h6M9 17h6',
  'file-plus': page + 'M12 11.5v6M9 14.5h6',
  'file-edit': 'M14 3v4a1 1 0 0 0 1 1h4M11 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v2.5M14 21v-2.5l5-5 2.5 2.5-5 5z',
  image: box(4, 4, 16, 16, 2.5) + ring(9, 9, 1.3) + 'M4.5 17l4.5-4 3.5 3.5M11.5 15.5L15 12l5 5',
  receipt:
    'M5 3.5l2.3 1.3 2.4-1.3L12 4.8l2.3-1.3 2.4 1.3L19 3.5v17l-2.3-1.3-2.4 1.3-2.3-1.3-2.3 1.3-2.4-1.3L5 20.5zM9 9h6M9 12.5h6M9 16h3.5',
  card: box(3, 5, 18, 14, 2.5) + 'M3 10h18M7 15h.5M11 15h2.5',
  phone: handset,
  'phone-call': handset + 'M14.5 8a2.8 2.8 0 0 1 1.6 1.6M14.5 3.5a7 7 0 0 1 6 6',
  mobile: box(7, 3, 10, 18, 2.2) + 'M11 17.5h2',
  boxes: cube(12, 7, 4.4) + cube(7.2, 16.2, 4.4) + cube(16.8, 16.2, 4.4),
  cube: cube(12, 12, 9),
  ruler:
    'M16.5 3.5l4 4-13 13-4-4zM13 7l1.8 1.8M9.8 10.2l1.8 1.8M6.6 13.4l1.8 1.8M10 10L4.5 4.5 3.5 8 8 12.5M14 14l4 4 3 .8-.8-3-4-4',
  bars: 'M6 20v-7M12 20V4M18 20V9.5',
  'chart-line': 'M4 4v16h16M7.5 14.5l3.5-4 3 2.5 5-6',
  gear: gear() + ring(12, 12, 3),
  bell,
  'bell-ring': bell + 'M4 5.5A8 8 0 0 0 3 9M20 5.5A8 8 0 0 1 21 9',
  help: frame + 'M9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.7' + dot(12, 16.6),
  info: frame + 'M12 11v5.5' + dot(12, 7.8),
  search: ring(10.5, 10.5, 6.5) + 'M15.3 15.3L20.5 20.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevrons-left': 'M11.5 6l-6 6 6 6M18.5 6l-6 6 6 6',
  'chevrons-right': 'M5.5 6l6 6-6 6M12.5 6l6 6-6 6',
  selector: 'M8 9.5L12 5.5l4 4M8 14.5l4 4 4-4',
  'arrow-up': 'M12 19V5M6.5 10.5L12 5l5.5 5.5',
  'arrow-down': 'M12 5v14M6.5 13.5L12 19l5.5-5.5',
  'arrow-left': 'M19 12H5M10.5 6.5L5 12l5.5 5.5',
  'arrow-right': 'M5 12h14M13.5 6.5L19 12l-5.5 5.5',
  check: 'M5 12.5l5 5L19.5 7',
  'check-circle': frame + 'M8 12.3l2.8 2.8L16 9.8',
  x: 'M6 6l12 12M18 6L6 18',
  'x-circle': frame + 'M9 9l6 6M15 9l-6 6',
  dots: ring(5, 12, 0.9) + ring(12, 12, 0.9) + ring(19, 12, 0.9),
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  printer:
    'M7 8.5V3.5h10v5M7 17.5H5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2' +
    box(7, 14, 10, 6.5, 1),
  sliders: 'M4 7h6M15 7h5M4 17h4M13 17h7' + ring(12.5, 7, 2.3) + ring(10.5, 17, 2.3),
  filter: 'M4 5h16l-6.2 7.2V19l-3.6-2v-4.8z',
  columns: box(4, 4, 16, 16, 2) + 'M9.3 4v16M14.7 4v16',
  list: 'M9 6.5h11M9 12h11M9 17.5h11' + dot(4.5, 6.5) + dot(4.5, 12) + dot(4.5, 17.5),
  download: 'M4 16.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-1.5M12 4v11M7.5 10.5L12 15l4.5-4.5',
  upload: 'M4 16.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-1.5M12 15V4M7.5 8.5L12 4l4.5 4.5',
  alert: 'M12 4l8.8 15a.9.9 0 0 1-.8 1.4H4a.9.9 0 0 1-.8-1.4zM12 10v4.2' + dot(12, 17.2),
  'alert-circle': frame + 'M12 7.5v5.5' + dot(12, 16.4),
  ban: frame + 'M5.7 5.7l12.6 12.6',
  'heart-pulse': heart + 'M4.5 12.3h4l1.8-3 2.8 5 1.7-2h4.5',
  heart,
  crown: 'M12 6.5l4 5.5 4.5-4-1.7 8.5H5.2L3.5 8 8 12zM5.5 20h13',
  cake:
    'M4 20h16v-6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2zM4 16.2c1.3 0 1.3 1 2.7 1s1.3-1 2.6-1 1.4 1 2.7 1 1.3-1 2.7-1 1.3 1 2.6 1 1.4-1 2.7-1M8 12V8.5M12 12V8.5M16 12V8.5' +
    dot(8, 5) +
    dot(12, 5) +
    dot(16, 5),
  yen: frame + 'M8.5 7.5l3.5 5 3.5-5M12 12.5v4.5M9 12.5h6M9 15h6',
  clock: frame + 'M12 7v5l3.2 2',
  history: 'M4 11a8 8 0 1 1 1.6 6M4 5v6h6M12 8v4.5l3 1.8',
  pencil: 'M4 20v-3.8L15.5 4.7a1.7 1.7 0 0 1 2.4 0l1.4 1.4a1.7 1.7 0 0 1 0 2.4L7.8 20zM13.5 6.8l3.7 3.7',
  signature:
    'M4 16.5L14.5 6a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L7.5 20H4zM13.5 20h2c1.5 0 1.2-2.5 2.5-2.5s.8 2 3 2',
  trash:
    'M4 7h16M10 11v5.5M14 11v5.5M5.5 7l1 12a2 2 0 0 0 2 1.8h7a2 2 0 0 0 2-1.8l1-12M9 7V4.5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1V7',
  copy: box(8.5, 8.5, 12, 12, 2) + 'M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3',
  lock: box(5, 10.5, 14, 10, 2) + 'M8 10.5V7.5a4 4 0 0 1 8 0v3',
  unlock: box(5, 10.5, 14, 10, 2) + 'M8 10.5V7.5a4 4 0 0 1 7.6-1.7',
  eye: ring(12, 12, 2.6) + 'M2.8 12C5.2 8 8.3 6 12 6s6.8 2 9.2 6c-2.4 4-5.5 6-9.2 6s-6.8-2-9.2-6z',
  'eye-off':
    'M4 4l16 16M10 10.2a2.6 2.6 0 0 0 3.7 3.6M7.2 7.3A13 13 0 0 0 2.8 12c2.4 4 5.5 6 9.2 6a9.3 9.3 0 0 0 4.7-1.3M10.5 6.1A10 10 0 0 1 12 6c3.7 0 6.8 2 9.2 6a15.5 15.5 0 0 1-2 2.6',
  refresh: 'M19.8 10A8 8 0 0 0 5.6 7.3L4 9M4 4.5V9h4.5M4.2 14a8 8 0 0 0 14.2 2.7L20 15M20 19.5V15h-4.5',
  'wifi-off':
    'M4 4l16 16M5 12.5a10 10 0 0 1 3.5-2.2M19 12.5a10 10 0 0 0-6.2-3M2 9a14.5 14.5 0 0 1 4-2.4M22 9A14.5 14.5 0 0 0 10.4 5M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
  logout:
    'M14 8V6a2 2 0 0 0-2-2H6.5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2H12a2 2 0 0 0 2-2v-2M9.5 12H21M17.5 8.5L21 12l-3.5 3.5',
  panel: box(4, 4, 16, 16, 2) + 'M9.5 4v16',
  'panel-right': box(4, 4, 16, 16, 2) + 'M14.5 4v16',
  grip: [9, 15].flatMap((x) => [5.5, 12, 18.5].map((y) => ring(x, y, 0.6))).join(''),
  star: 'M12 3.8l2.6 5.2 5.7.8-4.1 4.1.9 5.7-5.1-2.7-5.1 2.7.9-5.7-4.1-4.1 5.7-.8z',
  link: 'M10 14a4 4 0 0 0 5.7.3l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7-.3l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  external: 'M11 6H7a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-4M11 13l9-9M15 4h5v5',
  camera:
    'M5 7.5h2l1.7-2.5h6.6L17 7.5h2a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2z' +
    ring(12, 13, 3.2),
  qr:
    box(4, 4, 6, 6, 1) +
    box(14, 4, 6, 6, 1) +
    box(4, 14, 6, 6, 1) +
    dot(7, 7) +
    dot(17, 7) +
    dot(7, 17) +
    'M14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20h-.5',
  scan: 'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M4 12h16',
  cash: box(3, 6, 18, 12, 2) + ring(12, 12, 2.6) + dot(6.5, 12) + dot(17.5, 12),
  'bank-card': box(3, 5, 18, 14, 2.5) + 'M3 9.5h18M3 12.5h18M7 16h3',
  bank: 'M4 9.5L12 4l8 5.5zM4.5 20h15M6.5 10v7M10.2 10v7M13.8 10v7M17.5 10v7',
  wechat:
    'M15.8 9.2C15.2 6.3 12.6 4 9.3 4 5.7 4 2.8 6.5 2.8 9.7c0 1.7.9 3.2 2.2 4.2l-.5 2.3 2.5-1.3c.7.2 1.5.3 2.3.3M15.5 9.5c3.2 0 5.7 2.1 5.7 4.9 0 1.5-.7 2.8-1.9 3.7l.4 2-2.1-1.1a7 7 0 0 1-2.1.3c-3.1 0-5.7-2.2-5.7-4.9s2.5-4.9 5.7-4.9z' +
    dot(7.2, 8.3) +
    dot(11.4, 8.3) +
    dot(13.8, 13.2) +
    dot(17.2, 13.2),
  alipay:
    box(3.5, 3.5, 17, 17, 3.5) +
    'M7.5 8.2h9M12 6v5M7.8 11h8.4c-.8 2.6-2.7 4.6-5 5.3-2 .6-4-.1-4-1.7 0-1.5 1.8-2 3.6-1.6 2.3.5 5.7 2.3 9 3.8',
  wallet,
  ticket: 'M4 6.5h16v3.3a2.2 2.2 0 0 0 0 4.4v3.3H4v-3.3a2.2 2.2 0 0 0 0-4.4zM14.5 9.5v.5M14.5 12v.5M14.5 14.5v.2',
  undo: 'M9 6L4.5 10.5 9 15M4.5 10.5H15a5 5 0 0 1 0 10h-3',
  redo: 'M15 6l4.5 4.5L15 15M19.5 10.5H9a5 5 0 0 0 0 10h3',
  expand: 'M14 4h6v6M10 20H4v-6M20 4l-6.5 6.5M4 20l6.5-6.5',
  collapse: 'M13.5 4.5v6h6M10.5 19.5v-6h-6M13.5 10.5L20 4M10.5 13.5L4 20',
  inbox: 'M4.5 13L7 6h10l2.5 7v4.5a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM4.5 13h4.3l1.2 2.5h4l1.2-2.5h4.3',
  message: bubble,
  'message-alert': bubble + 'M12 7.5v3.5' + dot(12, 13.6),
  mail: box(3, 5.5, 18, 13, 2) + 'M3.5 7l8.5 6 8.5-6',
  send: 'M20.5 3.5L10 14M20.5 3.5L14 20.5l-4-6.5-6.5-4z',
  'shield-check': shield + 'M8.8 12.2l2.3 2.3 4.2-4.4',
  shield,
  'zoom-in': ring(10.5, 10.5, 6.5) + 'M15.3 15.3L20.5 20.5M10.5 8v5M8 10.5h5',
  'zoom-out': ring(10.5, 10.5, 6.5) + 'M15.3 15.3L20.5 20.5M8 10.5h5',
  rotate: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 4v4.5h-4.5',
  save: 'M6 4h10l4 4v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 4v4.5h6.5V4M8 20v-6h8v6',
  home: 'M4 11.5L12 4.5l8 7M6.5 9.5V19a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  building:
    'M5 20.5V5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v15.5M15 10h3a1 1 0 0 1 1 1v9.5M3.5 20.5h17M8.5 8h3M8.5 12h3M8.5 16h3',
  tag: 'M4 5a1 1 0 0 1 1-1h6.2L20 12.8a1.5 1.5 0 0 1 0 2.1L14.9 20a1.5 1.5 0 0 1-2.1 0L4 11.2z' + dot(8.2, 8.2),
  folder:
    'M4 6.5a1.5 1.5 0 0 1 1.5-1.5H10l2 2.5h6.5A1.5 1.5 0 0 1 20 9v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18z',
  move: 'M12 3.5v17M3.5 12h17M9.5 6L12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5L3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5',
  swap: 'M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19',
  tooth:
    'M12 6c-1.2-.9-2.6-1.6-4.1-1.6C5.5 4.4 4 6.3 4 8.8c0 2.1.9 3.4 1.3 5.3.4 1.8.7 6.1 2.7 6.1 1.9 0 1.6-5.7 4-5.7s2.1 5.7 4 5.7c2 0 2.3-4.3 2.7-6.1.4-1.9 1.3-3.2 1.3-5.3 0-2.5-1.5-4.4-3.9-4.4-1.5 0-2.9.7-4.1 1.6z',
  pill: 'M5.2 18.8a4.5 4.5 0 0 1 0-6.4l7.2-7.2a4.5 4.5 0 0 1 6.4 6.4l-7.2 7.2a4.5 4.5 0 0 1-6.4 0zM8.8 8.8l6.4 6.4',
  syringe: 'M14.5 4.5l5 5M17 7l-9.6 9.6-3.2.8.8-3.2L14.6 4.6M4.2 19.8l2-2M16 3l5 5M9.5 9.7l2 2M12 7.2l2 2',
  play: 'M7.5 4.8l11 7.2-11 7.2z',
  pause: 'M8.5 5v14M15.5 5v14',
  keyboard: box(3, 6, 18, 12, 2) + dot(7, 10) + dot(10.3, 10) + dot(13.7, 10) + dot(17, 10) + 'M8 14.2h8',
  pin: ring(12, 10, 2.6) + 'M12 21c4.3-4.4 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.2 6.6 6.5 11z',
  archive: box(3.5, 4, 17, 4.5, 1) + 'M5 8.5V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5M10 12.5h4',
  group: box(3.5, 3.5, 7, 7, 3.5) + box(13.5, 3.5, 7, 7, 3.5) + box(8.5, 13.5, 7, 7, 3.5),
  merge: 'M6 4v4.5c0 3 6 3.5 6 7V20M18 4v4.5c0 3-6 3.5-6 7M9 17l3 3 3-3',
  transfer: 'M4 7h11M11.5 3.5L15 7l-3.5 3.5M20 17H9M12.5 13.5L9 17l3.5 3.5',
  chair: 'M6 4l2.5 9H16M7.5 10H5M8.5 13l-1 3.5h9l2 4M12 16.5v4M8.5 20.5h7M18.5 6v3.5M16.5 6h4',
  truck: 'M3 6.5h11v10H3zM14 10h3.8l3.2 3.5v3h-7' + ring(7.5, 17.5, 2) + ring(17, 17.5, 2),
  percent: 'M6 18L18 6' + ring(7.5, 7.5, 2.3) + ring(16.5, 16.5, 2.3),
  flag: 'M6 21V4.5c4-2 7.5 2 12 0v9c-4.5 2-8-2-12 0',
  spinner: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5',
} as const

/** Names of the line icons. */
export type IconName = keyof typeof iconPaths
