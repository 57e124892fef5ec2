import { Tag, type TagProps } from '../../ui/index.ts'

type Look = { label: string } & Pick<TagProps, 'tone' | 'icon'>

const doctorLooks: Readonly<Record<number, Look>> = {
  [-1]: { label: '未提交', tone: 'muted' },
  0: { label: '审核中', tone: 'wait', icon: 'clock' },
  1: { label: '已认证', tone: 'done', icon: 'check' },
  2: { label: '未通过', tone: 'danger', icon: 'x' },
}
const organisationLooks: Readonly<Record<number, Look>> = {
  ...doctorLooks,
  3: { label: '变更审核中', tone: 'wait', icon: 'clock' },
  4: { label: '许可证已到期', tone: 'danger', icon: 'alert' },
}

function LookTag({ look }: { look: Look | undefined }) {
  return look ? (
    <Tag tone={look.tone} icon={look.icon}>
      {look.label}
    </Tag>
  ) : null
}

/** How a doctor's certification stands. */
export const DoctorTag = ({ status }: { status: number }) => <LookTag look={doctorLooks[status]} />
/** How an organisation's licences stand. */
export const OrganisationTag = ({ status }: { status: number }) => <LookTag look={organisationLooks[status]} />

/** '2026-11-20 09:30:00' as 11 月 20 日 09:30 of its year. */
export function momentWords(time: string | null): string {
  return time ? time.slice(0, 16) : ''
}

/** Where a clinic is, in one line. */
export function placeWords({
  province,
  city,
  district,
  address,
}: {
  province: string
  city: string
  district: string
  address: string
}): string {
  return `${province === city ? '' : province}${city}${district}${address}`
}
