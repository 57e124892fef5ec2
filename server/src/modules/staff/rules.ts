import { jobs } from '@dentin/contract/core/jobs'

/** What somebody works as. */
export const jobTypes = [
  { value: jobs.doctor, label: '医生' },
  { value: jobs.nurse, label: '护士' },
  { value: jobs.desk, label: '前台' },
  { value: jobs.consultant, label: '咨询' },
  { value: jobs.service, label: '客服/网电' },
  { value: jobs.management, label: '管理' },
  { value: jobs.storekeeper, label: '库管' },
  { value: jobs.technician, label: '技师' },
  { value: jobs.finance, label: '财务' },
  { value: jobs.other, label: '其他' },
] as const

export const workTypes = [
  { value: 1, label: '全职' },
  { value: 2, label: '兼职' },
  { value: 3, label: '多点执业' },
  { value: 4, label: '实习/规培' },
] as const

export const workStatuses = [
  { value: 1, label: '在职' },
  { value: 2, label: '停职/休假' },
  { value: 3, label: '离职' },
] as const

const jobsByPost: Readonly<Record<string, number>> = {
  doctor: jobs.doctor,
  nurse: jobs.nurse,
  reception: jobs.desk,
  consultant: jobs.consultant,
  service: jobs.service,
  admin: jobs.management,
  director: jobs.management,
  headquarters: jobs.management,
  storekeeper: jobs.storekeeper,
  finance: jobs.finance,
}
/** The kind of work that a post of the house is for; null: one that the company made. */
export const jobTypeOfPost = (code: string): number | null => jobsByPost[code] ?? null

/** State of an application: 0 waiting, 1 approved, 2 rejected, 3 withdrawn, 4 ended. */
export const applyStatuses = ['待审核', '已通过', '已驳回', '已撤回', '已解除'] as const

/**
 * The number after the highest one that ends in digits, with its head and width: 1019 → 1020, a1-009 → a1-010. Numbers
 * that only count (all digits) lead, so that an odd one somebody typed doesn't set the style for all.
 */
export function nextJobNumber(taken: readonly string[]): string {
  const parts = taken.flatMap((text) => {
    const found = /^(.*?)(\d{1,9})$/.exec(text)
    return found ? [{ head: found[1] as string, width: (found[2] as string).length, count: Number(found[2]) }] : []
  })
  const plain = parts.filter((part) => part.head === '')
  const last = (plain.length > 0 ? plain : parts).reduce<(typeof parts)[number] | null>(
    (best, part) => (best === null || part.count > best.count ? part : best),
    null,
  )
  if (!last) return '001'
  return `${last.head}${String(last.count + 1).padStart(last.width, '0')}`
}
