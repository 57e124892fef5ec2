import { FileChildPage } from '../../parts/file-child.tsx'

/** /refundRecord?id=: 退费 of the file. */
export default function RefundRecord() {
  return <FileChildPage child="/refundRecord" />
}
