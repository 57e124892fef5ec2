import { antibioticTierNames, drugOriginNames, drugSectionKeys, drugSections } from '@dentin/contract/drug'
import { useState } from 'react'
import { Button, ErrorLine, Notice, ScrollRegion, SkeletonRows, Tag, toast } from '../../ui/index.ts'
import { DrugDialog, SignDialog } from './deferred.ts'
import { Signature } from './DrugList.tsx'
import { useDrug, useOpenDrug, useSwitchDrug, type DrugDetail } from './hooks.ts'
import s from './drug.module.css'

/** Everything about one drug, who has signed it, and what may be done with it; open: as the platform has it. */
export const DrugPage = ({ id, open = false }: { id: string; open?: boolean }) =>
  open ? <OpenDrug id={id} /> : <OwnDrug id={id} />

const OwnDrug = ({ id }: { id: string }) => <Shown found={useDrug(id)} />
const OpenDrug = ({ id }: { id: string }) => <Shown found={useOpenDrug(id)} />

function Shown({ found }: { found: ReturnType<typeof useDrug> }) {
  const { data, error, refetch, isFetching } = found
  if (error && !data)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        药品资料没有读到：{error.message}
      </ErrorLine>
    )
  if (!data)
    return (
      <div className={s.page}>
        <SkeletonRows rows={10} height={40} />
      </div>
    )
  return (
    <ScrollRegion label="药品资料" className={s.scroll}>
      <div className={s.page}>
        <DrugHead drug={data} />
        {data.reminders.map(({ severity, text }) => (
          <Notice key={text} tone={severity === '阻断' ? 'danger' : 'wait'} icon="alert">
            {text}
          </Notice>
        ))}
        {data.signedName === null && (
          <Notice icon="alert">待药师复核：仅供参考，不能代替药品说明书与医师、药师的判断。</Notice>
        )}
        <DrugFacts drug={data} />
      </div>
    </ScrollRegion>
  )
}

function DrugHead({ drug }: { drug: DrugDetail }) {
  const [asked, setAsked] = useState<'edit' | 'sign' | null>(null)
  const change = useSwitchDrug()
  const close = () => setAsked(null)
  const flip = () =>
    change.mutate(
      { id: drug.id, version: drug.version, enabled: !drug.enabled },
      { onSuccess: () => toast.success(drug.enabled ? '已停用，不能再开' : '已启用') },
    )
  return (
    <div className={s.head}>
      <div className={s.words}>
        <h2>{drug.name}</h2>
        <span className="secondary">
          {drug.genericName && `${drug.genericName} · `}
          {drug.spec}
        </span>
        <span className={s.tags}>
          <Signature row={drug} />
          <Tag>{drug.category}</Tag>
          <Tag>{drug.prescriptionOnly ? '处方药' : '非处方药'}</Tag>
          {drug.antibioticTier !== null && <Tag tone="brand">{antibioticTierNames[drug.antibioticTier]}</Tag>}
          {!drug.enabled && <Tag tone="danger">已停用</Tag>}
        </span>
      </div>
      <div className={s.actions}>
        {drug.can.sign && (
          <Button variant="primary" icon="signature" onClick={() => setAsked('sign')}>
            药师签名
          </Button>
        )}
        {drug.can.edit && (
          <>
            <Button icon="pencil" onClick={() => setAsked('edit')}>
              修改
            </Button>
            <Button icon={drug.enabled ? 'ban' : 'check-circle'} busy={change.isPending} onClick={flip}>
              {drug.enabled ? '停用' : '启用'}
            </Button>
          </>
        )}
      </div>
      {asked === 'edit' && <DrugDialog drug={drug} onClose={close} onSaved={close} />}
      {asked === 'sign' && <SignDialog drug={drug} onClose={close} />}
    </div>
  )
}

/** The sections that say something, and where it comes from. */
function DrugFacts({ drug }: { drug: DrugDetail }) {
  const facts: [string, string][] = [
    ['给药途径', drug.routes.join('、')],
    ...drugSectionKeys.map((key): [string, string] => [drugSections[key][0], drug.texts[key]]),
    ['资料来源', drug.source],
    ['归属', drugOriginNames[drug.origin]],
    [
      '药师签名',
      drug.signedName ? `${drug.signedName}（${drug.signedLicence ?? ''}） ${drug.signedAt?.slice(0, 16) ?? ''}` : '',
    ],
  ]
  return (
    <dl className={s.facts}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label} className={s.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
