import { ReportOf } from '../../parts/report-of.tsx'

/** /collectionBalanceSheet: 应收余额. */
export default function CollectionBalanceSheet() {
  return <ReportOf door="collectionBalanceSheet" />
}
