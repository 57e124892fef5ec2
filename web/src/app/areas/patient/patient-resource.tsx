import { FileChildPage } from '../../parts/file-child.tsx'

/** /patientResource?id=: 资料 of the file. */
export default function PatientResource() {
  return <FileChildPage child="/patientResource" />
}
