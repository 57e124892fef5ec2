import { ReportOf } from '../../parts/report-of.tsx'

/** /membershipCardSurvey: 会员卡概况. */
export default function MembershipCardSurvey() {
  return <ReportOf door="membershipCardSurvey" />
}
