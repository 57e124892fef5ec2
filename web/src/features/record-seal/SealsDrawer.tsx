import { recordSeal } from '@dentin/contract/record-seal'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Drawer } from '../../ui/heavy.ts'
import { Button, cx, Icon, toast } from '../../ui/index.ts'
import { useCheckSeal, type Seal } from './hooks.ts'
import s from './seal.module.css'

/** What was sealed of a patient's records: who, why, which, and whether the package still is what was sealed. */
export function SealsDrawer({ seals, onClose }: { seals: readonly Seal[]; onClose: () => void }) {
  return (
    <Drawer open title={`封存件（${seals.length}）`} width={560} onClose={onClose}>
      <ul className={s.seals}>
        {seals.map((seal) => (
          <SealCard key={seal.id} seal={seal} />
        ))}
      </ul>
    </Drawer>
  )
}

function SealCard({ seal }: { seal: Seal }) {
  const [busy, setBusy] = useState(false)
  const check = useCheckSeal()
  const take = async () => {
    setBusy(true)
    try {
      const file = await fetchFile(recordSeal.download, { id: seal.id })
      saveFile(file, file.name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有取出，请重试')
    } finally {
      setBusy(false)
    }
  }
  const result = check.data
  return (
    <li className={s.seal}>
      <header>
        <b className="num">{seal.sealNo}</b>
        <span className="tertiary t-12">
          {seal.sealedAt.slice(0, 16)}　{seal.clinicName}
        </span>
      </header>
      <p>{seal.reason}</p>
      <dl className={s.facts}>
        <dt>病历</dt>
        <dd>
          {seal.records.map((each) => (
            <div key={each.id}>
              <span className="num">{each.recordNo}</span>　{each.visitTime.slice(0, 10)}
              <span className="secondary">
                {'　'}
                {each.finished
                  ? `第 ${each.versionNo} 版`
                  : each.versionNo > 0
                    ? `第 ${each.versionNo} 版，修订未完成`
                    : '未完成，封存至此'}
              </span>
            </div>
          ))}
        </dd>
        <dt>在场人</dt>
        <dd>
          {seal.witnesses.map(({ name, relation, idTail }) => `${name}（${relation}，${idTail}）`).join('、')}，
          {seal.sealedName}（封存人）
        </dd>
        <dt>文件</dt>
        <dd>{seal.files.length} 个</dd>
        <dt>SHA-256</dt>
        <dd className={cx('num', s.hash)}>{seal.packageHash}</dd>
      </dl>
      {seal.open && (
        <footer>
          <Button
            size="sm"
            icon="shield-check"
            busy={check.isPending}
            onClick={() => check.mutate({ id: seal.id }, { onError: (error) => toast.error(error.message) })}
          >
            核对
          </Button>
          <Button size="sm" icon="download" busy={busy} onClick={() => void take()}>
            下载封存包
          </Button>
          {result && (
            <span role="status" className={cx(s.result, result.same ? s.same : s.other)}>
              <Icon name={result.same ? 'check-circle' : 'alert'} size={16} />
              {result.same ? '一致' : result.now === null ? '封存包不在存储里，请联系管理员' : '不一致，封存包被改动过'}
            </span>
          )}
        </footer>
      )}
    </li>
  )
}
