import { calloutKeyProblem, codesOf, findingOf, type CalloutKeys as Own } from '@dentin/clinical/callout-words'
import { removalReasons, toothConditions, type ToothConditionId } from '@dentin/clinical/tooth-conditions'
import { useState } from 'react'
import { ApiError } from '../../../lib/client.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { ErrorLine, Kbd, TextButton, TextField, toast } from '../../../ui/index.ts'
import { useSaveCalloutKeys } from '../hooks.ts'
import s from './callout.module.css'

const examples: readonly [string, string][] = [
  ['36 mo c3', '36 近中𬌗面深龋'],
  ['17-14 f', '17 到 14 充填体'],
  ['45-47 br', '45 到 47 固定桥'],
  ['35 x/p', '35 计划拔除'],
  ['26 r g', '26 根管治疗、冠'],
  ['左下6近中𬌗面深龋', '照着说的写也认得'],
]
const places: readonly [string, string][] = [
  ['m d b l o i c', '近中 远中 颊 舌 𬌗 切 颈'],
  ['u l q1', '上颌 下颌 右上区'],
  ['75 S11', '乳牙 多生牙'],
  ['1–5', '浅中深、材料、方向：按顺序的第几项'],
  ['/p /j /w /x', '计划 进行中 外院 拆除'],
  ['/x1–/x6', removalReasons.join(' ')],
]

/** The usual letters of a finding that still mean it, and somebody's own first. */
const lettersOf = (id: ToothConditionId, own: Own): string[] => [
  ...new Set([...(own[id] ? [own[id]] : []), ...codesOf(id).filter((code) => findingOf(code, own) === id)]),
]

/** The letters of the call-out line, those for findings to be changed by everybody for himself. */
export default function CalloutKeys({ own, onClose }: { own: Own; onClose: () => void }) {
  const save = useSaveCalloutKeys()
  const [typed, setTyped] = useState<Own | null>(null)
  const shown = typed ?? own
  const wrong = toothConditions.flatMap(({ id, nameZh }) => {
    const code = typed?.[id]
    if (!code) return []
    const problem = calloutKeyProblem(code)
    const twin = toothConditions.find((each) => each.id !== id && typed?.[each.id] === code)
    return problem ? [`${nameZh}：${problem}`] : twin ? [`${nameZh}和${twin.nameZh}用了同样的字母「${code}」`] : []
  })
  const submit = () =>
    save.mutate(
      {
        keys: Object.entries(typed ?? {}).flatMap(([condition, code]) =>
          code ? [{ condition: condition as ToothConditionId, code }] : [],
        ),
      },
      {
        onSuccess: () => {
          toast.success('已保存，只对您自己有效')
          setTyped(null)
        },
      },
    )
  return (
    <Dialog
      open
      title="口述行的字母"
      onClose={onClose}
      width={720}
      {...(typed && { onSubmit: submit, submitText: '保存', submitDisabled: wrong.length > 0, busy: save.isPending })}
      footStart={
        typed ? (
          <TextButton onClick={() => setTyped(null)}>不改了</TextButton>
        ) : (
          <TextButton icon="pencil" onClick={() => setTyped(own)}>
            改成自己习惯的字母
          </TextButton>
        )
      }
    >
      <div className={s.keys}>
        <Keys rows={examples} />
        <Keys rows={places} />
      </div>
      {wrong.length > 0 && <ErrorLine>{wrong[0]}</ErrorLine>}
      {save.error instanceof ApiError && <ErrorLine>{save.error.fields[0]?.message ?? save.error.message}</ErrorLine>}
      <ul className={s.codes} aria-label="所见和治疗">
        {toothConditions.map(({ id, nameZh }) => (
          <li key={id}>
            {typed ? (
              <TextField
                size="sm"
                aria-label={`${nameZh}的字母`}
                boxClassName={s.letter}
                maxLength={2}
                placeholder={lettersOf(id, typed)[0] ?? ''}
                value={typed[id] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [id]: target.value.trim().toLowerCase() })}
              />
            ) : (
              <span>
                {lettersOf(id, shown).map((code) => (
                  <Kbd key={code}>{code}</Kbd>
                ))}
              </span>
            )}
            {nameZh}
          </li>
        ))}
        <li>
          <span>
            <Kbd>br</Kbd>
          </span>
          固定桥
        </li>
      </ul>
    </Dialog>
  )
}

function Keys({ rows }: { rows: readonly [string, string][] }) {
  return (
    <dl className={s.examples}>
      {rows.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            <Kbd>{keys}</Kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
