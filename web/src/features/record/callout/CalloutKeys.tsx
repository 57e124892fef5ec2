import { codesOf } from '@dentin/clinical/callout-words'
import { toothConditions } from '@dentin/clinical/tooth-conditions'
import { Dialog } from '../../../ui/heavy.ts'
import { Kbd } from '../../../ui/index.ts'
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
]

/** The letters of the call-out line. */
export default function CalloutKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="口述行的字母" onClose={onClose} width={720}>
      <div className={s.keys}>
        <Keys rows={examples} />
        <Keys rows={places} />
      </div>
      <ul className={s.codes} aria-label="所见和治疗">
        {toothConditions.map(({ id, nameZh }) => (
          <li key={id}>
            <span>
              {codesOf(id).map((code) => (
                <Kbd key={code}>{code}</Kbd>
              ))}
            </span>
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
