import { FileChildPage } from '../../parts/file-child.tsx'

/** /treatRecord?id=: 就诊 of the file. */
export default function TreatRecord() {
  return <FileChildPage child="/treatRecord" />
}
