import { PictureWall } from '../../../features/picture/index.ts'

/** 影像 in the patient's file. */
export default function PatientImagesTab({ patientId }: { patientId: string }) {
  return <PictureWall patientId={patientId} />
}
