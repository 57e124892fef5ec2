import { FileChildPage } from '../../parts/file-child.tsx'

/** /recordManageItem?id=: 随访 of the file. */
export default function RecordManageItem() {
  return <FileChildPage child="/recordManageItem" />
}
