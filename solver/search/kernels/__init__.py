"""The compiled parts of the searches: resumable steps on arrays that their callers own."""
