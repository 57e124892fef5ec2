import { contract, requestOf, type AnyCall, type WireInput } from '@dentin/contract'
import { formatDate, uuidv7 } from '@dentin/kit'
import { writtenContent, type BenchTenant, type ChainClinic } from './data.ts'

/** One measured operation of the product. */
export interface Operation {
  id: string
  name: string
  /** Of the rate of the reference; null where the time alone has a goal. */
  goal: number | null
  /** The request of one tenant; `n` counts the requests, so that writes never repeat themselves. */
  request(tenant: BenchTenant, n: number): { method: string; url: string; body: string | null }
  /** How the reference answers: replays what was recorded of the product, or reads one row by key. */
  reference: 'replay' | 'row'
  writes: boolean
  /** What each request uses up: a bill is charged once, a record signed once. */
  once?: 'bills' | 'drafts' | 'unsigned'
}

/** Requests of one call. */
export function of<C extends AnyCall>(
  call: C,
  input: (tenant: BenchTenant, n: number) => WireInput<C>,
): Operation['request'] {
  return (tenant, n) => {
    const { url, body } = requestOf(call, input(tenant, n))
    return { method: call.method, url, body: body ? JSON.stringify(body) : null }
  }
}
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
export const unique = () => uuidv7().replaceAll('-', '')

const SITES = [0, 1, 2, 3, 4, 5] as const
/** P1 to P8 of the performance goals, the reading and writing of records, and of periodontal charts. */
export function operations(now: Date): Operation[] {
  return [
    {
      id: 'P1',
      name: '只读会话与本人接诊状态',
      goal: 0.6,
      reference: 'row',
      writes: false,
      request: of(contract.clinic.workStatus, () => ({})),
    },
    {
      id: 'P2',
      name: '患者基本信息',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.patient.account, (t, n) => ({ id: pick(t.patients, n * 7) })),
    },
    {
      id: 'P3',
      name: '患者列表 20 条（按最近就诊）',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.patient.list, (_t, n) => ({ pageNum: 1 + (n % 5) })),
    },
    {
      id: 'P4',
      name: '患者列表 + 条件与总数',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.patient.list, (t, n) => ({ respDoctorId: pick(t.doctors, n), sort: 'created' as const })),
    },
    {
      id: 'P5',
      name: '患者搜索（两个汉字或手机尾号）',
      goal: 0.7,
      reference: 'replay',
      writes: false,
      request: of(contract.patient.search, (_t, n) => ({
        keyword: n % 2 ? String(1000 + (n % 4000)) : '王芳李静张敏刘强'.slice((n % 4) * 2, (n % 4) * 2 + 2),
      })),
    },
    {
      id: 'P6',
      name: '新建患者（含审计）',
      goal: 0.6,
      reference: 'replay',
      writes: true,
      request: of(
        contract.patient.create,
        (t, n) =>
          ({
            name: `新患者${n % 10}`,
            gender: 0,
            mobile: `17${String(Date.now() * 7 + n).slice(-9)}`,
            sourceId: t.sourceId,
            acceptDuplicates: true,
            requestId: unique(),
          }) as never,
      ),
    },
    {
      id: 'P7',
      name: '预约周视图（10 位医生 × 7 天）',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.appointment.week, () => ({ startDate: formatDate(now), dayCount: 7 })),
    },
    {
      id: 'P8',
      name: '收费（明细、流水、审计）',
      goal: 0.5,
      reference: 'replay',
      writes: true,
      once: 'bills',
      request: of(contract.billing.charge, (t, n) => ({
        id: pick(t.bills, n),
        version: 1,
        payments: [{ payMethodId: t.cashId, amount: '680.00' }],
        requestId: unique(),
      })),
    },
    {
      id: 'R1',
      name: '病历与口腔现状（查看留痕）',
      goal: 0.6,
      reference: 'replay',
      writes: true,
      request: of(contract.record.get, (t, n) => ({ id: pick(t.unsigned, n * 7) })),
    },
    {
      id: 'R2',
      name: '保存病历',
      goal: 0.5,
      reference: 'replay',
      writes: true,
      once: 'drafts',
      request: of(contract.record.save, (t, n) => ({
        id: pick(t.drafts, n),
        version: 1,
        content: { ...writtenContent, advice: `一周后复诊，第 ${n} 次` },
      })),
    },
    {
      id: 'R3',
      name: '签名并锁定',
      goal: 0.5,
      reference: 'replay',
      writes: true,
      once: 'unsigned',
      request: of(contract.record.sign, (t, n) => ({ id: pick(t.unsigned, n), version: 1 })),
    },
    {
      id: 'Y1',
      name: '牙周快照',
      goal: 0.6,
      reference: 'replay',
      writes: true,
      request: of(contract.perio.snapshot, (t, n) => ({ id: pick(t.perio?.charts ?? [], n)?.at(-1) ?? '' })),
    },
    {
      id: 'Y2',
      name: '牙周两次对比（六次里的首末两次）',
      goal: 0.6,
      reference: 'replay',
      writes: true,
      request: of(contract.perio.compare, (t, n) => {
        const six = pick(t.perio?.charts ?? [], n)
        return { a: six?.[0] ?? '', b: six?.at(-1) ?? '' }
      }),
    },
    {
      id: 'Y4',
      name: '六次牙周检查的趋势',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.perio.ofPatient, (t, n) => ({ patientId: pick(t.perio?.patients ?? [], n) ?? '' })),
    },
    {
      id: 'Y3',
      name: '保存牙周位点（6 格一批，含审计）',
      goal: 0.5,
      reference: 'replay',
      writes: true,
      request: of(contract.perio.cells, (t, n) => ({
        id: pick(t.perio?.drafts ?? [], n) ?? '',
        changes: SITES.map((site) => ({
          tooth: `1${1 + (n % 7)}`,
          cell: `pd.${site}` as const,
          from: null,
          to: (n + site) % 9,
          force: true,
        })),
        requestId: unique(),
      })),
    },
    {
      id: 'B1',
      name: '一个阶段的影像（13 张）',
      goal: 0.6,
      reference: 'replay',
      writes: false,
      request: of(contract.picture.list, (t, n) => pick(t.pictures?.stages ?? [], n) ?? { patientId: '' }),
    },
  ]
}

/** An operation that reads. */
export const read = (id: string, name: string, goal: number | null, request: Operation['request']): Operation => ({
  id,
  name,
  goal,
  reference: 'replay',
  writes: false,
  request,
})

/** What is measured on the large chain: P2 to P7, pages far back, the kinds of search apart, and who waits. */
export function chainOperations(now: Date): Operation[] {
  const words = (t: BenchTenant, n: number) => pick((t as ChainClinic).words, n)
  const few = operations(now).filter(({ id }) => ['P2', 'P3', 'P4', 'P6', 'P7'].includes(id))
  const search = (id: string, name: string, keyword: (t: BenchTenant, n: number) => string) =>
    read(
      id,
      name,
      0.7,
      of(contract.patient.search, (t, n) => ({ keyword: keyword(t, n) })),
    )
  return [
    ...few.filter(({ writes }) => !writes),
    {
      ...read(
        'P2f',
        '患者档案（查看留痕）',
        0.6,
        of(contract.patient.get, (t, n) => ({ id: pick(t.patients, n * 7) })),
      ),
      writes: true,
    },
    read(
      'P3d',
      '患者列表任意页（至第 9,900 页）',
      0.6,
      of(contract.patient.list, (_t, n) => ({ pageNum: 1 + ((n * 997) % 9_900) })),
    ),
    search('P5h', '患者搜索：两个汉字', (t, n) => words(t, n).han),
    search('P5i', '患者搜索：拼音首字母', (t, n) => words(t, n).initials),
    search('P5d', '患者搜索：四位数字', (t, n) => words(t, n).digits),
    read(
      'W1',
      '候诊列表',
      0.6,
      of(contract.visit.registeredList, () => ({})),
    ),
    read(
      'W2',
      '候补名单',
      0.6,
      of(contract.appointment.waitlist, () => ({})),
    ),
    read(
      'T',
      '患者列表各页签人数',
      0.6,
      of(contract.patient.tabCounts, () => ({})),
    ),
    ...few.filter(({ writes }) => writes),
  ]
}
