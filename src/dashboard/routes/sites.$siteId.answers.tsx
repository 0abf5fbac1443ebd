import { createFileRoute } from '@tanstack/react-router';
import { AnswersPage } from '../site/answers/answers-page.tsx';

export const Route = createFileRoute('/sites/$siteId/answers')({
  component: AnswersPage,
});
