import sharp from 'sharp'

/** What is drawn: one of the nine views, or a film. Every one says that it is a drawing. */
export type Drawing =
  'front' | 'smile' | 'side' | 'oblique' | 'teeth' | 'left' | 'right' | 'upper' | 'lower' | 'pano' | 'ceph' | 'film'

const FACE = { width: 480, height: 640 }
const MOUTH = { width: 640, height: 480 }
const sizes: Readonly<Record<Drawing, { width: number; height: number }>> = {
  front: FACE,
  smile: FACE,
  side: FACE,
  oblique: FACE,
  teeth: MOUTH,
  left: MOUTH,
  right: MOUTH,
  upper: MOUTH,
  lower: MOUTH,
  pano: { width: 800, height: 380 },
  ceph: { width: 560, height: 640 },
  film: { width: 360, height: 480 },
}

const tooth = (x: number, y: number, width: number, height: number, turn = 0, fill = '#fbf7ec') =>
  `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${width * 0.32}" fill="${fill}" stroke="#cbbf9f" stroke-width="1.5" transform="rotate(${turn} ${x} ${y})"/>`

/** A head as an outline, as sheets for cephalometry show it. */
function face(drawing: Drawing, n: number): string {
  const line = 'fill="none" stroke="#5f6f78" stroke-width="4" stroke-linecap="round"'
  if (drawing === 'side')
    return `<path d="M300 120 Q150 110 145 250 L120 340 L150 352 L146 392 L160 404 L152 440 Q165 500 250 500 L330 480 Q380 330 360 200 Q345 130 300 120" ${line}/><circle cx="205" cy="262" r="6" fill="#5f6f78"/>`
  const shift = drawing === 'oblique' ? -28 : 0
  const mouth =
    drawing === 'smile'
      ? `<path d="M190 430 Q240 ${476 + n * 2} 290 430 Z" fill="#fff" stroke="#a4574f" stroke-width="3"/>${[0, 1, 2, 3, 4].map((k) => `<line x1="${208 + k * 16}" y1="434" x2="${208 + k * 16}" y2="452" stroke="#cbbf9f"/>`).join('')}`
      : `<path d="M${200 + shift} 440 Q${240 + shift} ${452 + n} ${280 + shift} 440" ${line}/>`
  return `<ellipse cx="240" cy="330" rx="135" ry="185" ${line}/><circle cx="${190 + shift}" cy="290" r="8" fill="#5f6f78"/><circle cx="${290 + shift}" cy="290" r="8" fill="#5f6f78"/><path d="M${240 + shift} 300 L${226 + shift} 370 L${246 + shift} 376" ${line}/>${mouth}`
}

/** Both rows of teeth from before or from a side; crowded by a few degrees, otherwise each time. */
function rows(drawing: Drawing, n: number): string {
  const widths = [34, 38, 46, 52, 66, 66, 52, 46, 38, 34]
  const lean = (k: number) => ((k * 7 + n * 5) % 9) - 4
  const row = (y: number, height: number) => {
    let x = drawing === 'teeth' ? 84 : drawing === 'left' ? 40 : 130
    return widths
      .map((width, k) => {
        const at = x + width / 2
        x += width + 1
        return tooth(at, y + Math.abs(lean(k)) * 2, width, height, lean(k))
      })
      .join('')
  }
  return `<rect width="640" height="480" fill="#b9626a"/><rect y="60" width="640" height="360" rx="150" fill="#d98b8f"/>${row(190, 112)}${row(296, 92)}`
}

/** One arch from above. */
function arch(drawing: Drawing, n: number): string {
  const up = drawing === 'upper'
  const teeth = Array.from({ length: 14 }, (_, k) => {
    const angle = Math.PI * (k / 13)
    const x = 320 - Math.cos(angle) * 210
    const y = up ? 400 - Math.sin(angle) * 300 : 80 + Math.sin(angle) * 300
    const isMolar = k < 3 || k > 10
    return tooth(x, y, isMolar ? 62 : 44, isMolar ? 60 : 42, (k - 6.5) * (up ? 10 : -10) + ((k * 5 + n * 3) % 7) - 3)
  })
  return `<rect width="640" height="480" fill="#b9626a"/><ellipse cx="320" cy="${up ? 400 : 80}" rx="170" ry="250" fill="#e0a3a2"/>${teeth.join('')}`
}

/** Grey teeth on black, with roots: a panorama, or a film of three teeth. */
function film(drawing: Drawing, n: number): string {
  const [count, x0, step, size] = drawing === 'pano' ? [14, 90, 47, 40] : [3, 90, 90, 78]
  const row = (y: number, down: boolean) =>
    Array.from({ length: count }, (_, k) => {
      const x = x0 + k * step
      const bend = drawing === 'pano' ? Math.abs(k - 6.5) ** 2 * (down ? -1.2 : -0.6) : 0
      const root = down ? size * 1.2 : -size * 1.2
      return `<path d="M${x - size / 3} ${y + bend} L${x} ${y + bend + root} L${x + size / 3} ${y + bend}" fill="#9a9a9a"/>${tooth(x, y + bend, size, size * 0.8, ((k + n) % 5) - 2, '#d8d8d8')}`
    }).join('')
  const body = drawing === 'pano' ? row(150, false) + row(220, true) : row(200, true)
  return `<rect width="800" height="480" fill="#161616"/><rect x="20" y="20" width="760" height="440" rx="60" fill="#3a3a3a"/>${body}`
}

/** A head from the side as a film shows it: skull, profile, jaws and incisors, in greys. */
function skull(_drawing: Drawing, n: number): string {
  const line = 'fill="none" stroke="#c9c9c9" stroke-width="4" stroke-linecap="round"'
  return `<rect width="560" height="640" fill="#101010"/><path d="M150 250 Q120 60 320 50 Q510 60 500 280 Q490 400 400 430 L330 560 Q230 600 190 560 L150 545 L168 500 L150 478 L166 450 L140 430 L150 400 L120 385 L150 310 Z" fill="#2f2f2f"/><path d="M170 240 Q150 90 320 80 Q470 90 465 270 Q450 370 380 385" ${line}/><path d="M178 300 L200 330 L186 395 L260 400 L330 380" ${line}/><path d="M370 380 L356 480 L230 ${536 + n} L196 520 L204 470" ${line}/>${tooth(196, 424, 16, 50, -22 + n * 3, '#e6e6e6')}${tooth(206, 462, 15, 46, 18 - n * 3, '#e6e6e6')}${tooth(262, 425, 34, 30, 0, '#dcdcdc')}${tooth(258, 460, 34, 30, 0, '#dcdcdc')}<circle cx="330" cy="250" r="14" ${line}/>`
}

const drawers: Readonly<Record<Drawing, (drawing: Drawing, n: number) => string>> = {
  front: face,
  smile: face,
  side: face,
  oblique: face,
  teeth: rows,
  left: rows,
  right: rows,
  upper: arch,
  lower: arch,
  pano: film,
  ceph: skull,
  film,
}

/** A picture as the demo has it: drawn, small, the same for the same number. */
export async function drawPicture(
  drawing: Drawing,
  n: number,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { width, height } = sizes[drawing]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#eef3f4"/>${drawers[drawing](drawing, n)}<rect x="10" y="${height - 34}" width="52" height="24" rx="4" fill="#fff" opacity="0.85"/><path d="M18 ${height - 22} h36" stroke="#777" stroke-dasharray="${3 + n} 3" stroke-width="3"/></svg>`
  return { bytes: await sharp(Buffer.from(svg)).jpeg({ quality: 74 }).toBuffer(), width, height }
}
