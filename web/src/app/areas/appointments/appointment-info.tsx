import { FileChildPage } from '../../parts/file-child.tsx'

/** /appiontMentInfo?id=: 预约 of the file. */
export default function AppointmentInfo() {
  return <FileChildPage child="/appiontMentInfo" />
}
