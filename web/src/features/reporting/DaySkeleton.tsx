import { Skeleton } from '../../ui/index.ts'
import s from './reporting.module.css'

/** The day before it is there, in its true shape. */
export function DaySkeleton() {
  return (
    <div role="status" aria-label="数据加载中">
      <div className={s.boneStrip}>
        <Skeleton height={64} />
      </div>
      <div className={s.lanes}>
        {[6, 5, 5, 3].map((cards, lane) => (
          <div key={lane} className={s.boneLane}>
            {Array.from({ length: cards }, (_, n) => (
              <Skeleton key={n} height={94} light />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
