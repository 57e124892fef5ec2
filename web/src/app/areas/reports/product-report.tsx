import { ReportOf } from '../../parts/report-of.tsx'

/** /productReport: 项目报表. */
export default function ProductReport() {
  return <ReportOf door="productReport" />
}
