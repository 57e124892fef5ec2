import { FileChildPage } from '../../parts/file-child.tsx'

/** /patientRemindManage?id=: 提醒 of the file. */
export default function PatientRemindManage() {
  return <FileChildPage child="/patientRemindManage" />
}
