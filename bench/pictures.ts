import { uuidv7 } from '@dentin/kit'

/** What the load needs to know of a tenant's pictures. */
export interface PictureLoad {
  stages: { patientId: string; imageStageId: string }[]
}

const PEOPLE = 40
/** The two films, the nine views and two more, as an orthodontic treatment begins. */
const KINDS = [10, 11, 1, 2, 4, 3, 5, 7, 6, 8, 9, 3, 4]

/** Gives patients a stage of thirteen pictures each. */
export async function pictureRows(
  insert: (table: string, rows: object[]) => Promise<void>,
  own: { tenant_id: string; clinic_id: string; doctor_id: string },
  patients: readonly string[],
  now: Date,
): Promise<PictureLoad> {
  const { tenant_id, clinic_id, doctor_id } = own
  const stamped = { created_name: '医生0', created_at: now, updated_at: now, version: 1 }
  const hashOf = (n: number) => n.toString(16).padStart(64, '0')
  const files = KINDS.map((_, n) => ({
    tenant_id,
    clinic_id,
    id: uuidv7(),
    storage_key: `${tenant_id}/2026/11/${uuidv7()}.jpg`,
    name: `${n}.jpg`,
    media_type: 'image/jpeg',
    bytes: 200_000,
    sha256: hashOf(n),
    created_at: now,
  }))
  await insert('file_object', files)
  const stages = patients.slice(0, PEOPLE).map((patient_id) => ({
    tenant_id,
    clinic_id,
    id: uuidv7(),
    patient_id,
    name: '正畸开始',
    stage_time: now,
    created_by: doctor_id,
    ...stamped,
  }))
  await insert('image_stage', stages)
  await insert(
    'clinic_image',
    stages.flatMap(({ id, patient_id }) =>
      KINDS.map((type, n) => ({
        tenant_id,
        clinic_id,
        id: uuidv7(),
        patient_id,
        image_stage_id: id,
        type,
        photo_name: `${n}.jpg`,
        tooth_no: '',
        file_id: files[n]?.id,
        sha256: hashOf(n),
        mime: 'image/jpeg',
        bytes: 200_000,
        width: 1600,
        height: 1200,
        shot_time: now,
        user_id: doctor_id,
        ...stamped,
      })),
    ),
  )
  return { stages: stages.map(({ id, patient_id }) => ({ patientId: patient_id, imageStageId: id })) }
}
