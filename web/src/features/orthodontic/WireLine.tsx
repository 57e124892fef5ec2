import type { WireRun } from '@dentin/clinical/orthodontics/in-mouth'
import { wireMaterialNames } from '@dentin/clinical/orthodontics/vocabulary'
import type { Arch } from '@dentin/clinical/teeth'
import { cx } from '../../ui/index.ts'
import s from './orthodontic.module.css'

/** The wires of one arch over the months. */
export function WireLine({ arch, runs }: { arch: Arch; runs: readonly WireRun[] }) {
  return (
    <ol className={s.line} aria-label={arch === 'upper' ? '上颌弓丝' : '下颌弓丝'}>
      <li className={s.lineArch}>{arch === 'upper' ? '上' : '下'}</li>
      {runs.map(({ what, since, until }) => (
        <li key={since + what.size} title={since} className={cx(s.stop, until === null && s.stopNow)}>
          <b>{what.size.replaceAll('0.0', '')}</b>
          <span className="tertiary">
            {Number(since.slice(5, 7))}月 {what.material === 'SS' ? '钢' : wireMaterialNames[what.material]}
          </span>
        </li>
      ))}
    </ol>
  )
}
