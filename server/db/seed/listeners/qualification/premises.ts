import sharp from 'sharp'
import type { Company } from '../../organisation.ts'
import type { World } from '../../world.ts'

/** Keeps a picture of the demo. @returns its id */
export type KeepPicture = (
  accountId: string,
  paperType: 'clinicLogo' | 'premises',
  at: Date,
  drawn: { bytes: Buffer; mediaType: string },
  clinicId: string,
) => string

/** Where each clinic is in hundred-thousandths of a degree, who is in charge of it, and whether medical insurance is taken there. */
const facts: Readonly<Record<string, { longitude: number; latitude: number; is_medicare: boolean }>> = {
  望湖路门诊: { longitude: 12_012_873, latitude: 3_026_935, is_medicare: true },
  滨江门诊: { longitude: 12_021_014, latitude: 3_020_867, is_medicare: true },
  城西门诊: { longitude: 12_009_846, latitude: 3_031_128, is_medicare: false },
  青禾口腔诊所: { longitude: 11_999_731, latitude: 3_027_604, is_medicare: false },
}

/** What the clinics show of themselves: a logo for each company, three drawn rooms for each clinic. */
export async function makePremises(
  world: World,
  companies: readonly Company[],
  administratorOf: (company: Company) => string,
  keep: KeepPicture,
): Promise<void> {
  for (const [n, company] of companies.entries()) {
    const accountId = administratorOf(company)
    const logo = await png(logoOf(n === 0 ? '#0f7b6c' : '#3d7a3a'))
    for (const [m, clinic] of company.clinics.entries()) {
      const row = world.rows('clinic').find((each) => each.id === clinic.id)
      if (!row) throw new Error(`no clinic ${clinic.name}`)
      const at = row.created_at as Date
      const { ground, accent } = colours[(n + m) % colours.length] as (typeof colours)[number]
      const rooms = await Promise.all(scenes.map((scene) => jpeg(scene(ground, accent))))
      const logoId = keep(accountId, 'clinicLogo', at, { bytes: logo, mediaType: 'image/png' }, clinic.id)
      const listed = world.rows('clinic_directory').find((each) => each.clinic_id === clinic.id)
      if (listed) listed.logo_url = `/sms-api/picture/${logoId}`
      world.note(row, {
        ...facts[clinic.name],
        leader: clinic.director.name,
        logo_id: logoId,
        picture_ids: rooms.map((bytes) =>
          keep(accountId, 'premises', at, { bytes, mediaType: 'image/jpeg' }, clinic.id),
        ),
      })
    }
  }
}

const colours = [
  { ground: '#eaf3f1', accent: '#2a8f80' },
  { ground: '#eef1f7', accent: '#4f74b3' },
  { ground: '#f6f0e8', accent: '#b98a4e' },
] as const

const svg = (width: number, height: number, inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`,
  )
const png = (drawn: Buffer) => sharp(drawn).png().toBuffer()
const jpeg = (drawn: Buffer) => sharp(drawn).jpeg({ quality: 78 }).toBuffer()

/** A tooth in a rounded square. */
const logoOf = (colour: string): Buffer =>
  svg(
    240,
    240,
    `<rect width="240" height="240" rx="56" fill="${colour}"/><path d="M120 78c-14-14-52-16-60 14-5 20 3 38 9 58 5 18 6 44 20 44 16 0 12-50 31-50s15 50 31 50c14 0 15-26 20-44 6-20 14-38 9-58-8-30-46-28-60-14z" fill="#fff"/>`,
  )

const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`
const room = (ground: string, inside: string) =>
  svg(
    960,
    640,
    `${rect(0, 0, 960, 460, ground)}${rect(0, 460, 960, 180, '#dcd6cc')}${rect(0, 452, 960, 8, '#ffffff')}${inside}`,
  )
const plant = (x: number) =>
  `${rect(x, 420, 56, 70, '#b7a58c', 8)}<ellipse cx="${x + 28}" cy="370" rx="46" ry="64" fill="#6fa476"/><ellipse cx="${x + 52}" cy="392" rx="30" ry="44" fill="#86b78b"/>`
const pane = (x: number) =>
  `${rect(x, 90, 230, 220, '#ffffff', 6)}${rect(x + 12, 102, 98, 196, '#cfe4ee')}${rect(x + 120, 102, 98, 196, '#cfe4ee')}`

/** The desk, the waiting room, a treatment room. */
const scenes = [
  (ground: string, accent: string) =>
    room(
      ground,
      `${rect(300, 120, 360, 90, accent, 12)}${rect(340, 152, 280, 26, '#ffffff', 8)}${rect(190, 330, 580, 190, '#ffffff', 14)}${rect(190, 330, 580, 26, accent, 10)}${rect(300, 262, 130, 80, '#3c4650', 8)}${rect(540, 262, 130, 80, '#3c4650', 8)}${plant(60)}${plant(840)}`,
    ),
  (ground: string, accent: string) =>
    room(
      ground,
      `${pane(110)}${pane(380)}${rect(690, 110, 170, 120, accent, 8)}${[120, 330, 540].map((x) => `${rect(x, 350, 180, 90, accent, 22)}${rect(x, 420, 180, 60, '#ffffff', 18)}${rect(x + 14, 480, 12, 40, '#7c8791')}${rect(x + 154, 480, 12, 40, '#7c8791')}`).join('')}${plant(800)}`,
    ),
  (ground: string, accent: string) =>
    room(
      ground,
      `${pane(80)}${rect(700, 150, 200, 300, '#ffffff', 10)}${[170, 240, 310, 380].map((y) => rect(715, y, 170, 54, ground, 6)).join('')}<path d="M300 430 L420 430 L520 300 L590 320 L500 470 L300 480 Z" fill="${accent}" stroke="${accent}" stroke-width="36" stroke-linejoin="round"/>${rect(390, 480, 60, 70, '#7c8791')}${rect(330, 540, 190, 22, '#7c8791', 10)}<path d="M560 90 V170 L470 220" fill="none" stroke="#7c8791" stroke-width="12"/><ellipse cx="452" cy="232" rx="52" ry="24" fill="#ffffff" stroke="#7c8791" stroke-width="8"/>`,
    ),
] as const
