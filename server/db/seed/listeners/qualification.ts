import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { newStorageKey } from '../../../src/platform/files/store.ts'
import type { Clinic, Company } from '../organisation.ts'
import { makePremises } from './qualification/premises.ts'
import { system, type World } from '../world.ts'
import type { Listener, Scene } from '../story.ts'

type Paper = 'idCard' | 'cert' | 'businessLicense' | 'permitLicense'

const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** A unified social credit code with its check character. */
function creditCode(head: string): string {
  const sum = [...head].reduce((total, each, i) => total + CODE_CHARACTERS.indexOf(each) * (3 ** i % 31), 0)
  return head + [...CODE_CHARACTERS].find((_, value) => (sum + value) % 31 === 0)
}

/** Of the four clinics one's permit ended last week, one's ends soon and its renewal is under review. */
const permits: readonly { head: string; no: string; ends: number; status: 1 | 3 | 4 }[] = [
  { head: '91330106MA2K4D7X3', no: 'PDY10010133010617D2152', ends: 912, status: 1 },
  { head: '91330108MA2K5E8Y4', no: 'PDY10022433010817D2152', ends: 24, status: 3 },
  { head: '91330106MA2K6F9W5', no: 'PDY10031733010617D2152', ends: -6, status: 4 },
  { head: '91330110MA2K7G1Q6', no: 'PDY20010533011017D2152', ends: 430, status: 1 },
]
const legalPersons: Readonly<Record<string, string>> = { 牙本口腔: '沈望舒', 青禾口腔诊所: '祝青禾' }

export const qualification: Listener = {
  module: 'qualification',
  dice: 'story',
  hear: (scene) => ({ presentReached: () => makeQualification(scene) }),
}

/** The papers that doctors and clinics have handed in, what of them is in force, and a few that wait for the provider. */
async function makeQualification({ world, companies, passwordHash, keepFile }: Scene): Promise<void> {
  let files = 0
  let sides = 0
  const keep = (
    accountId: string,
    paperType: Paper | 'clinicLogo' | 'premises',
    at: Date,
    { bytes, mediaType }: { bytes: Buffer; mediaType: string },
    clinicId: string | null,
  ): string => {
    const id = world.r.uuid(at)
    const key = newStorageKey(accountId, at, mediaType)
    files += 1
    keepFile({ key, bytes, mediaType })
    world.put('picture', {
      id,
      account_id: accountId,
      paper_type: paperType,
      storage_key: key,
      media_type: mediaType,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: at,
      clinic_id: clinicId,
    })
    return id
  }
  const add = async (accountId: string, paper: Paper, at: Date): Promise<string> => {
    const bytes = await draw(paper, files, paper === 'idCard' && sides++ % 2 === 0)
    return keep(accountId, paper, at, { bytes, mediaType: 'image/jpeg' }, null)
  }
  for (const account of world.rows('account')) Object.assign(account, { org_auth: -1 })
  certifiedDoctors(world)
  clinicLicences(world, companies)
  await waitingChanges(world, companies, add)
  await newcomers(world, passwordHash, add)
  await makePremises(world, companies, (company) => company.clinics[0]?.director.accountId as string, keep)
}

interface DoctorRow {
  accountId: string
  name: string
  title: string
  certNo: string
  idCard: string[]
  cert: string[]
  isChange: boolean
  status: 0 | 1 | 2
  reason: string | null
  submittedAt: Date
  decidedAt: Date | null
}

function putDoctor(world: World, row: DoctorRow): void {
  world.put('doctor_auth', {
    id: world.r.uuid(row.submittedAt),
    account_id: row.accountId,
    real_name: row.name,
    title_post: row.title,
    practice_cert_no: row.certNo,
    practice_scope: '口腔',
    id_card: row.idCard,
    cert: row.cert,
    is_change: row.isChange,
    status: row.status,
    reject_reason: row.reason,
    submitted_at: row.submittedAt,
    decided_at: row.decidedAt,
    decided_by: row.decidedAt ? '平台审核' : null,
  })
}

const certNo = (n: number) => `1103301060${String(10_000 + n * 37)}`

/** Doctors whose certification was taken over: without pictures. */
function certifiedDoctors(world: World): void {
  const certified = new Set(
    world
      .rows('account')
      .filter((account) => account.user_auth === 2)
      .map((account) => account.id),
  )
  const doctors = world.rows('employee').filter((employee) => certified.has(employee.account_id as string))
  for (const [n, employee] of doctors.entries()) {
    const at = employee.created_at as Date
    putDoctor(world, {
      accountId: employee.account_id as string,
      name: employee.name,
      title: employee.title_post ?? '主治医师',
      certNo: certNo(n),
      idCard: [],
      cert: [],
      isChange: false,
      status: 1,
      reason: null,
      submittedAt: at,
      decidedAt: at,
    })
  }
}

function clinicPapers(world: World, clinic: Clinic, n: number) {
  const permit = permits[n] as (typeof permits)[number]
  const row = world.rows('clinic').find((each) => each.id === clinic.id)
  const [, city = '', district = '', address = ''] = /^(.+?市)(.+?区)(.+)$/.exec(String(row?.address)) ?? []
  const chairs = world.rows('chair').filter((chair) => chair.clinic_id === clinic.id).length
  return {
    said: {
      company_name: `杭州${clinic.name}${clinic.company.clinics.length > 1 ? '有限公司' : ''}`,
      credit_code: creditCode(permit.head),
      permit_no: permit.no,
      legal_person: legalPersons[clinic.company.name] ?? '',
      principal: clinic.director.name,
      diagnosis_subjects: '口腔科（牙体牙髓病、牙周病、口腔修复、口腔种植、口腔正畸、儿童口腔）',
      chair_count: chairs,
      province: '浙江省',
      city,
      district,
      address,
    },
    permit,
    phone: String(row?.phone),
    shortName: String(row?.short_name),
  }
}

function clinicLicences(world: World, companies: readonly Company[]): void {
  const clinics = companies.flatMap((company) => company.clinics)
  for (const [n, clinic] of clinics.entries()) {
    const { said, permit } = clinicPapers(world, clinic, n)
    const at = world.rows('clinic').find((each) => each.id === clinic.id)?.created_at as Date
    world.create(
      'clinic_licence',
      {
        tenant_id: clinic.company.tenantId,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        auth_status: permit.status,
        ...said,
        business_license: null,
        permit_expire: world.date(permit.ends),
        permit_license: null,
        review_id: null,
        created_at: at,
        updated_at: at,
      },
      system,
      at,
    )
  }
}

type AddPicture = (accountId: string, paper: Paper, at: Date) => Promise<string>
const accountOf = (world: World, login: string) => {
  const account = world.rows('account').find((each) => each.login_name === login)
  if (!account) throw new Error(`no demo account ${login}`)
  return account.id
}

/** A doctor's new title, and the renewed permit of the clinic whose old one ends soon. */
async function waitingChanges(world: World, companies: readonly Company[], add: AddPicture): Promise<void> {
  const doctor = accountOf(world, 'hongmin')
  const told = world.at(-1, 1020)
  const before = world.rows('doctor_auth').find((row) => row.account_id === doctor)
  putDoctor(world, {
    accountId: doctor,
    name: String(before?.real_name),
    title: '主治医师',
    certNo: String(before?.practice_cert_no),
    idCard: [await add(doctor, 'idCard', told), await add(doctor, 'idCard', told)],
    cert: [await add(doctor, 'cert', told)],
    isChange: true,
    status: 0,
    reason: null,
    submittedAt: told,
    decidedAt: null,
  })
  const administrator = accountOf(world, 'admin')
  const clinics = companies.flatMap((company) => company.clinics)
  const n = permits.findIndex((permit) => permit.status === 3)
  const clinic = clinics[n] as Clinic
  const { said, phone, shortName } = clinicPapers(world, clinic, n)
  const at = world.at(-2, 930)
  await putOrganisation(world, add, {
    accountId: administrator,
    kind: 2,
    companyId: clinic.company.tenantId,
    clinicId: clinic.id,
    clinicName: clinic.name,
    shortName,
    said,
    permitExpire: world.date(24 + 5 * 365),
    phone,
    at,
  })
}

async function putOrganisation(
  world: World,
  add: AddPicture,
  what: {
    accountId: string
    kind: 1 | 2
    companyId: string | null
    clinicId: string | null
    clinicName: string
    shortName: string
    said: ReturnType<typeof clinicPapers>['said']
    permitExpire: string
    phone: string
    at: Date
  },
): Promise<void> {
  world.put('organisation_auth', {
    id: world.r.uuid(what.at),
    account_id: what.accountId,
    kind: what.kind,
    company_id: what.companyId,
    clinic_id: what.clinicId,
    is_change: what.clinicId !== null,
    ...what.said,
    clinic_name: what.clinicName,
    clinic_short_name: what.shortName,
    business_license: await add(what.accountId, 'businessLicense', what.at),
    permit_expire: what.permitExpire,
    permit_license: await add(what.accountId, 'permitLicense', what.at),
    phone: what.phone,
    branches: [] as never,
    status: 0,
    submitted_at: what.at,
  })
}

/** Two people without a clinic: one waits for both reviews, one was sent back. */
async function newcomers(world: World, passwordHash: string, add: AddPicture): Promise<void> {
  const person = (login: string, name: string, phone: string, gender: number, states: [number, number], at: Date) => {
    const id = world.r.uuid(at)
    world.put('account', {
      id,
      phone,
      login_name: login,
      password_hash: passwordHash,
      nick_name: name,
      gender,
      status: 0,
      user_auth: states[0],
      org_auth: states[1],
      version: 1,
      created_at: at,
    })
    return id
  }
  const applied = world.at(-1, 620)
  const founder = person('yuexiaochuan', '岳小川', '13757100318', 0, [1, 0], world.at(-3, 1200))
  putDoctor(world, {
    accountId: founder,
    name: '岳小川',
    title: '主治医师',
    certNo: certNo(90),
    idCard: [await add(founder, 'idCard', applied), await add(founder, 'idCard', applied)],
    cert: [await add(founder, 'cert', applied), await add(founder, 'cert', applied)],
    isChange: false,
    status: 0,
    reason: null,
    submittedAt: applied,
    decidedAt: null,
  })
  await putOrganisation(world, add, {
    accountId: founder,
    kind: 1,
    companyId: null,
    clinicId: null,
    clinicName: '小川口腔诊所',
    shortName: '小川口腔',
    said: {
      company_name: '杭州小川口腔诊所有限公司',
      credit_code: creditCode('91330105MA2K8H2R7'),
      permit_no: 'PDY30011233010517D2152',
      legal_person: '岳小川',
      principal: '岳小川',
      diagnosis_subjects: '口腔科（牙体牙髓病、牙周病、口腔修复）',
      chair_count: 3,
      province: '浙江省',
      city: '杭州市',
      district: '拱墅区',
      address: '湖墅南路 260 号',
    },
    permitExpire: world.date(1700),
    phone: '0571-88356071',
    at: world.at(-1, 640),
  })
  const refusedAt = world.at(-4, 900)
  const refused = person('luyao', '路遥', '13757100319', 1, [3, -1], world.at(-6, 700))
  putDoctor(world, {
    accountId: refused,
    name: '路遥',
    title: '执业医师',
    certNo: certNo(91),
    idCard: [await add(refused, 'idCard', refusedAt), await add(refused, 'idCard', refusedAt)],
    cert: [await add(refused, 'cert', refusedAt)],
    isChange: false,
    status: 2,
    reason: '医师执业证照片反光，编号看不清，请重新拍摄',
    submittedAt: refusedAt,
    decidedAt: world.at(-3, 980),
  })
}

const shapes: Readonly<Record<Paper, { width: number; height: number; ground: string; seal: string }>> = {
  idCard: { width: 856, height: 540, ground: '#e8eef4', seal: '#8aa4bd' },
  cert: { width: 760, height: 540, ground: '#f5f1e6', seal: '#b0574a' },
  businessLicense: { width: 840, height: 600, ground: '#fbf7ec', seal: '#c0453a' },
  permitLicense: { width: 840, height: 600, ground: '#eef5f0', seal: '#a8483f' },
}

/** A paper as a sample: ruled lines and a seal, nobody's data. */
async function draw(paper: Paper, n: number, portrait: boolean): Promise<Buffer> {
  const { width, height, ground, seal } = shapes[paper]
  const lines = Array.from({ length: 6 }, (_, i) => {
    const long = width * (0.34 + (((n + 3) * (i + 5) * 29) % 23) / 100)
    return `<rect x="60" y="${110 + i * 62}" width="${long}" height="16" rx="4" fill="#9aa5b1" opacity="0.55"/>`
  }).join('')
  const side = portrait
    ? `<circle cx="${width - 170}" cy="190" r="70" fill="${seal}"/><rect x="${width - 270}" y="280" width="200" height="150" rx="70" fill="${seal}"/>`
    : `<circle cx="${width - 170}" cy="${height - 180}" r="92" fill="none" stroke="${seal}" stroke-width="12" opacity="0.8"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><rect x="20" y="20" width="${width - 40}" height="${height - 40}" fill="none" stroke="${seal}" stroke-width="4"/>${lines}${side}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
