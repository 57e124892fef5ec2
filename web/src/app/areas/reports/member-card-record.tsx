import { ReportOf } from '../../parts/report-of.tsx'

/** /memberCardRecord: 会员卡记录. */
export default function MemberCardRecord() {
  return <ReportOf door="memberCardRecord" />
}
