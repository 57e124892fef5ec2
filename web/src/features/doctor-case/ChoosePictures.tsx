import { kindsOutsideCases, MOST_CASE_PICTURES } from '@dentin/contract/doctor-case'
import { useState } from 'react'
import { FormDialog } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, SkeletonRows } from '../../ui/index.ts'
import { FileImage, kindOf } from './CaseImage.tsx'
import type { useFilePictures } from './hooks.ts'
import s from './doctor-case.module.css'

/** Chooses among the pictures of the patient's file those that a case shows. */
export function ChoosePictures({
  title,
  file,
  there,
  onChoose,
  onClose,
}: {
  title: string
  file: ReturnType<typeof useFilePictures>
  there: readonly string[]
  onChoose: (ids: readonly string[]) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = (file.data ?? []).filter(({ id, type }) => !there.includes(id) && !kindsOutsideCases.includes(type))
  const full = there.length + chosen.length >= MOST_CASE_PICTURES
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : full ? now : [...now, id]))
  return (
    <FormDialog
      title={title}
      width={760}
      submitText={chosen.length > 0 ? `加 ${chosen.length} 张` : '加'}
      submitDisabled={chosen.length === 0}
      form={{ failure: null, mayRetry: false, sending: false }}
      onSubmit={() => onChoose(chosen)}
      onClose={onClose}
    >
      {file.error ? (
        <ErrorLine onRetry={() => void file.refetch()}>{file.error.message}</ErrorLine>
      ) : !file.data ? (
        <SkeletonRows rows={3} />
      ) : open.length === 0 ? (
        <EmptyState layout="stack" icon="image" title="没有可选的图片" hint="先在患者档案的影像里上传" />
      ) : (
        <ul className={s.choices}>
          {open.map(({ id, version, type, stageName, stageTime }) => (
            <li key={id}>
              <button type="button" className={s.choice} aria-pressed={chosen.includes(id)} onClick={() => toggle(id)}>
                <span className={s.thumbBox}>
                  <FileImage imageId={id} version={version} type={type} />
                </span>
                <span className="ellipsis t-12">
                  {kindOf(type)} · {stageName}
                </span>
                <span className="t-12 tertiary num">{stageTime}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
