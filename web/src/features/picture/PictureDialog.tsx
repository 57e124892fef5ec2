import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { pictureKindNames, pictureKinds, type PictureKind } from '@dentin/contract/picture'
import { useState } from 'react'
import { dialogOf } from '../../lib/query.ts'
import { FormDialog, Select } from '../../ui/heavy.ts'
import { Checkbox, Field, TextField, toast } from '../../ui/index.ts'
import { ToothPicker } from '../../ui/tooth/index.ts'
import { useSave, type Picture, type Stage } from './hooks.ts'

/** What is said of a picture: kind, teeth, name, and in which stage it stands. */
export function PictureDialog({
  picture,
  stages,
  onClose,
}: {
  picture: Picture
  stages: readonly Stage[]
  onClose: () => void
}) {
  const [type, setType] = useState<number>(picture.type)
  const [teeth, setTeeth] = useState(picture.toothNo)
  const [name, setName] = useState(picture.photoName)
  const [stageId, setStageId] = useState(picture.imageStageId)
  const [remark, setRemark] = useState(picture.remark)
  const [tags, setTags] = useState(picture.tags.join(' '))
  const [hidden, setHidden] = useState(picture.hidden)
  const save = useSave()
  const problem = (field: string) => save.error?.fields.find((each) => each.field === field)?.message
  const submit = () =>
    save.mutate(
      {
        id: picture.id,
        version: picture.version,
        patientId: picture.patientId,
        imageStageId: stageId,
        photoName: name,
        toothNo: teeth,
        type: type as PictureKind,
        remark,
        tags: [...new Set(tags.split(/[\s,，、]+/).filter(Boolean))],
        hidden,
      },
      { onSuccess: () => (toast.success('已保存'), onClose()), onError: () => {} },
    )
  return (
    <FormDialog
      title="图片信息"
      submitText="保存"
      width={656}
      form={dialogOf(save, true)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="类别" required>
        <Select
          value={type}
          onChange={(next) => next !== null && setType(next)}
          options={pictureKinds.map((kind) => ({ value: kind as number, label: pictureKindNames[kind] }))}
        />
      </Field>
      <Field label="阶段" required error={problem('imageStageId')}>
        <Select
          value={stageId}
          onChange={(next) => next !== null && setStageId(next)}
          options={stages.map(({ id, name: label, stageTime }) => ({ value: id, label: `${label}　${stageTime}` }))}
        />
      </Field>
      <Field label="名称" required error={problem('photoName')}>
        <TextField maxLength={120} value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label="牙位" group error={problem('toothNo')}>
        <ToothPicker value={parseTeeth(teeth)} onChange={(next) => setTeeth(formatTeeth(next))} />
      </Field>
      <Field label="备注" error={problem('remark')}>
        <TextField maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </Field>
      <Field label="标签" error={problem('tags')}>
        <TextField
          maxLength={110}
          placeholder="用空格分开"
          value={tags}
          onChange={({ target }) => setTags(target.value)}
        />
      </Field>
      <Checkbox checked={hidden} onChange={({ target }) => setHidden(target.checked)}>
        不在影像墙上显示
      </Checkbox>
    </FormDialog>
  )
}
