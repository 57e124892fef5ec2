import { patient, type PatientColumn } from '@dentin/contract/patient'
import { useIsMobile } from '../../ui/index.ts'
import { ExportButton as TakeExport } from '../../ui/heavy.ts'
import type { ListQuery } from './hooks.ts'

/** Takes the whole list as it is filtered, ordered and laid out: one file, made by the server. */
export function ExportButton({ query, columns }: { query: ListQuery; columns: readonly { key: string }[] }) {
  const mobile = useIsMobile()
  const { pageNum: _page, pageSize: _size, ...choice } = query
  const input = { ...choice, columns: columns.map(({ key }) => key as PatientColumn) }
  return <TakeExport call={patient.export} input={input} done="患者列表已导出" bare={mobile} />
}
