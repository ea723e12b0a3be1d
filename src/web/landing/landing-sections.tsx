import { useRef } from 'react'
import { ClosingSection } from './closing-section.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { LiveBoardSection } from './live-board/live-board-section.tsx'
import { MeasuredFigures } from './measured-figures.tsx'
import { Plans } from './plans.tsx'
import { SearchSection } from './search-section.tsx'
import { Showcase } from './showcase.tsx'
import { useCalmEntrance } from './use-calm-entrance.ts'

export default function LandingSections() {
  const container = useRef<HTMLDivElement>(null)
  useCalmEntrance(container)
  return (
    <div ref={container}>
      <Features />
      <Showcase />
      <SearchSection />
      <LiveBoardSection />
      <MeasuredFigures />
      <Plans />
      <Faq />
      <ClosingSection />
    </div>
  )
}
