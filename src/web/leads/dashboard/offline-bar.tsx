import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { usePendingMoves } from '../board/moves/use-move-lead.ts'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

const queuedText = (count: number): string => {
  if (count === 0) return 'Você vê o que já estava carregado.'
  return count === 1 ? '1 alteração será enviada depois.' : `${count} alterações serão enviadas depois.`
}

export default function OfflineBar() {
  const online = useSyncExternalStore(subscribe, isOnline)
  const queuedCount = usePendingMoves().filter(move => move.isQueued).length
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-sm text-text md:px-6">
          <WifiOff aria-hidden="true" className="text-warn" />
          Sem conexão. {queuedText(queuedCount)}
        </p>
      )}
    </div>
  )
}
