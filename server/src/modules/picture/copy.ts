import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { parseTeeth, toothText } from '@dentin/clinical'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'

const copied = select(
  columns('clinic_image', 'i', 'type', 'photo_name', 'tooth_no', 'remark', 'shot_time', 'created_at'),
  columns('image_stage', 's', 'stage_time'),
  named('image_stage', 's', { stageName: 'name' }),
  named('clinic', 'c', { clinicName: 'name' }),
)

/** Which pictures the clinics keep. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '影像',
  grant: VIEW,
  columns: () => [
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('阶段', 20, (row) => row.stageName),
    textColumn('阶段日期', 12, (row) => row.stageTime),
    textColumn('类别', 14, (row) => pictureKindNames[row.type as PictureKind]),
    textColumn('牙位', 16, (row) => (row.toothNo ? toothText(parseTeeth(row.toothNo)) : '')),
    textColumn('名称', 28, (row) => row.photoName),
    textColumn('备注', 28, (row) => row.remark),
    momentColumn('拍摄时间', (row) => row.shotTime),
    momentColumn('上传时间', (row) => row.createdAt),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      copied.from`clinic_image i join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
        join clinic c on ${tx.own('c')} and c.id = i.clinic_id
        where ${tx.own('i')} and i.patient_id = ${patientId} and i.deleted_at is null and ${readable(context, 'i')}
        order by s.stage_time desc, i.id limit ${COPY_ROWS}`,
    ),
})
