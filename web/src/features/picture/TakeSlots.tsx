import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useRef } from 'react'
import { can } from '../../lib/permission.ts'
import { ErrorLine, Icon } from '../../ui/index.ts'
import { useAddStage, useStages, type Wanted } from './hooks.ts'
import { useHang, type HungOn } from './hung.ts'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './useUploads.ts'
import s from './picture.module.css'

/**
 * The empty places of a visit's pictures: a click takes or chooses one, which goes into the stage of the day and hangs on the
 * record.
 */
export function TakeSlots({
  kinds,
  day,
  stage,
  of,
  patientId,
  mayAttach,
}: Wanted & { of: HungOn; patientId: string; mayAttach: boolean }) {
  const { sending, hang } = useHang(of)
  const addStage = useAddStage()
  const stages = useStages(patientId)
  const uploads = useUploads(patientId, (imageId) => hang([imageId]))
  const picker = useRef<HTMLInputElement>(null)
  const slot = useRef<PictureKind>(kinds[0] ?? 1)
  const mayTake = mayAttach && can('/imageData:upload') && stages.data !== undefined

  /** The stage of the day in this clinic, made when there is none. */
  const stageOfDay = async (): Promise<string> => {
    const there = stages.data?.find((each) => each.here && each.stageTime === day)
    return there?.id ?? (await addStage.mutateAsync({ patientId, name: stage, stageTime: day })).id
  }
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      await uploads.add(files, await stageOfDay(), { taken: [], slot: slot.current })
    } catch {
      // The stage's refusal is shown below.
    }
  }
  const problem = addStage.error ?? sending.error
  return (
    <>
      {kinds.map((kind) => (
        <li key={kind} className={s.slot}>
          <button
            type="button"
            className={s.empty}
            disabled={!mayTake}
            aria-label={`拍${pictureKindNames[kind]}`}
            onClick={() => {
              slot.current = kind
              picker.current?.click()
            }}
          >
            {mayTake && <Icon name="plus" size={20} />}
          </button>
          <span className={`${s.caption} tertiary`}>{pictureKindNames[kind]}</span>
        </li>
      ))}
      <li className={s.slotsFoot}>
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          aria-label="本次照片文件"
          onChange={({ target }) => {
            void take([...(target.files ?? [])])
            target.value = ''
          }}
        />
        {problem && <ErrorLine>{problem.message}</ErrorLine>}
        <UploadList uploads={uploads} />
      </li>
    </>
  )
}
