import { cx, Icon, Skeleton } from '../../ui/index.ts'
import { plainYuan, type Setting } from './model.ts'
import s from './membership.module.css'

/** The packages as cards to press. Without `onPress` they only show what is on sale. */
export function Packages({
  packages,
  chosen,
  onPress,
}: {
  packages: readonly Setting[] | undefined
  chosen?: string | null
  onPress?: (settingId: string) => void
}) {
  if (!packages)
    return (
      <div className={s.packages}>
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} height={152} />
        ))}
      </div>
    )
  return (
    <div className={s.packages} role="group" aria-label="会员套餐">
      {packages.map((each) => {
        const inside = <Inside setting={each} chosen={each.settingId === chosen} />
        const look = cx(s.package, each.recommended && s.recommended, each.settingId === chosen && s.chosen)
        return onPress ? (
          <button
            key={each.settingId}
            type="button"
            className={look}
            aria-pressed={chosen === undefined ? undefined : each.settingId === chosen}
            onClick={() => onPress(each.settingId)}
          >
            {inside}
          </button>
        ) : (
          <div key={each.settingId} className={look}>
            {inside}
          </div>
        )
      })}
    </div>
  )
}

function Inside({ setting, chosen }: { setting: Setting; chosen: boolean }) {
  const { price, payable, listPrice } = setting
  const first = payable !== price
  const struck = listPrice ?? (first ? price : null)
  return (
    <>
      {setting.recommended && <span className={s.ribbon}>推荐</span>}
      <span className={s.years}>
        <b className="num">{setting.count}</b> 年
      </span>
      <span className={s.price}>
        <span className={s.sign}>¥</span>
        <span className="num">{plainYuan(payable)}</span>
      </span>
      <span className={s.struckLine}>
        {struck && (
          <s className="num">
            <span className="sr-only">原价</span>¥{plainYuan(struck)}
          </s>
        )}
      </span>
      <span className={s.tips}>
        {first && <span className={s.tip}>首次续费价</span>}
        {setting.saved && <span className={s.tip}>省{plainYuan(setting.saved)}元</span>}
        {setting.tip && <span className={s.tip}>{setting.tip}</span>}
      </span>
      {chosen && (
        <span className={s.tick}>
          <Icon name="check" size={12} />
        </span>
      )}
    </>
  )
}
